import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createWorld, told } from './testing/world.ts';
import { defineTool, type AnyTool } from './tool.ts';

const run = defineTool<{ command: string }>({
  name: 'run_command',
  description: '',
  input: z.strictObject({ command: z.string() }),
  concurrency: 'exclusive',
  needsApproval: () => true,
  commandOf: ({ command }) => command,
  execute: async ({ command }) => ({ content: `ran ${command}` }),
});
const edit: AnyTool = { ...run, name: 'edit_file', needsApproval: undefined, commandOf: undefined };
const call = (command: string, name = 'run_command') => ({ name, arguments: { command } });
const tools = [run, edit];

describe('what an agent may do', () => {
  it('is asked about, done, or refused, as its settings say', async () => {
    const world = createWorld();
    const permissions = {
      approvals: { edit_file: 'never' as const },
      commandRules: [{ pattern: 'npm test*', decision: 'always' as const }],
    };
    const calls = [call('npm test'), call('make'), call('x', 'edit_file')];
    await world.run([{ calls }, { text: 'Done' }], { tools, permissions });
    expect(told(world).filter((line) => !line.startsWith('tool_started'))).toEqual([
      'user Go',
      'assistant +run_command+run_command+edit_file',
      'usage',
      'approval_asked call_1_2',
      'approved call_1_2',
      'result call_1_1 ran npm test',
      'result call_1_2 ran make',
      'error call_1_3 This agent may not use edit_file; it was not run. Go on without it.',
      'assistant Done',
      'usage',
    ]);
  });

  it('cannot be widened by putting commands together, or calls under another name', async () => {
    const world = createWorld();
    const permissions = { approvals: {}, commandRules: [{ pattern: 'npm test', decision: 'always' as const }] };
    const calls = [call('npm test && rm -rf .'), call('npm test', 'Run_Command'), call('npm test', 'run_command ')];
    await world.run([{ calls }, { text: 'Done' }], {
      tools,
      permissions,
      decide: () => ({ decision: 'rejected', by: 'person' }),
    });
    const results = told(world).filter((line) => line.startsWith('result') || line.startsWith('error'));
    expect(results).toEqual([
      'error call_1_1 The person declined this call; it was not run.',
      'error call_1_2 There is no tool "Run_Command". The tools are: run_command, edit_file.',
      'error call_1_3 There is no tool "run_command ". The tools are: run_command, edit_file.',
    ]);
  });
});

describe('limits', () => {
  it('end the run before the next model call, by their name', async () => {
    const world = createWorld();
    const again = { calls: [call('x', 'edit_file')] };
    const { outcome } = await world.run([again, again, again], { tools, limit: { calls: 2, limit: 'cost' } });
    expect(outcome).toEqual({ status: 'limit', limit: 'cost' });
    expect(world.requests).toHaveLength(2);
  });

  it('of time end it at once', async () => {
    const world = createWorld();
    async function* stream() {
      yield { type: 'text' as const, text: 'Half' };
      world.controller.abort('minutes');
      await new Promise(() => undefined);
    }
    const { outcome } = await world.run([], { model: { id: 'm', stream } });
    expect(outcome).toEqual({ status: 'limit', limit: 'minutes' });
    expect(told(world)).toEqual(['user Go', 'assistant Half (stopped)']);
  });
});
