import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandRule } from '../../shared/run/permission.ts';
import type { Store } from '../threads/open.ts';
import { good, testStore } from '../threads/testing/store.ts';
import { putAgent } from '../threads/agent-versions.ts';
import { agentById, agentHistory, allowForAgent, FIRST_AGENT, listAgents, saveAgent } from './agents.ts';

const RULES: readonly CommandRule[] = [{ pattern: 'rm *', decision: 'never' }];
const SETTINGS = { ...FIRST_AGENT, approvals: {}, commandRules: [...RULES] };

let store: Store;

beforeEach(() => {
  store = testStore();
  good(saveAgent(store.write, 'coder', SETTINGS, 1));
});

afterEach(() => store.close());

const rulesNow = () => agentById(store.read, 'coder')?.commandRules;

test('a tool, or one exact command, is allowed for an agent', () => {
  good(allowForAgent(store.write, 'coder', { tool: 'run_command', command: 'npm test' }, 2));
  expect(rulesNow()).toEqual([{ pattern: 'npm test', decision: 'always' }, ...RULES]);
  good(allowForAgent(store.write, 'coder', { tool: 'edit_file' }, 3));
  expect(agentById(store.read, 'coder')).toMatchObject({ approvals: { edit_file: 'always' }, version: 3 });
});

test.each(['rm *.tmp', 'npm test && make', 'echo "a b"', 'x'.repeat(501), 'cat < a'])(
  'a command that no rule can name alone is not allowed by a wider one: %s',
  (command) => {
    const allowed = allowForAgent(store.write, 'coder', { tool: 'run_command', command }, 2);
    expect(allowed).toMatchObject({ ok: false, error: { code: 'no_rule' } });
    expect(rulesNow()).toEqual(RULES);
  },
);

test('an agent that could not be read again is not stored', () => {
  const rule: CommandRule = { pattern: 'ls', decision: 'always' };
  good(saveAgent(store.write, 'coder', { ...SETTINGS, commandRules: Array.from({ length: 200 }, () => rule) }, 2));
  const command = { tool: 'run_command', command: 'npm test' };
  expect(allowForAgent(store.write, 'coder', command, 3)).toMatchObject({ ok: false, error: { code: 'bad_agent' } });
  expect(listAgents(store.read)).toMatchObject([{ id: 'coder', version: 2 }]);
});

test('an agent that was stored before there were sub-agents has none', () => {
  const { subagents: _, ...before } = SETTINGS;
  good(putAgent(store.write, 'older', before, 1));
  expect(agentById(store.read, 'older')?.subagents).toEqual([]);
  expect(agentHistory(store.read, 'older')[0]?.subagents).toEqual([]);
});
