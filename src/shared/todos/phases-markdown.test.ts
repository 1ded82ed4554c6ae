import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownToPhases, phasesToMarkdown } from './phases-markdown.ts';
import { normalisePhases } from './phases/normalise.ts';
import { PHASE_TASK_STATUSES, type PhaseTask, type TodoPhase } from './phases/todo-phase.ts';

describe('phasesToMarkdown', () => {
  test('writes a heading per phase, a box per task, a blank line between phases and one line end last', () => {
    const phases: readonly TodoPhase[] = [
      {
        name: 'A',
        tasks: [
          { content: 'p', status: 'pending' },
          { content: 'i', status: 'in_progress' },
          { content: 'c', status: 'completed' },
          { content: 'a', status: 'abandoned', blocker: 'not shown' },
          { content: 'b', status: 'blocked' },
          { content: 'n', status: 'blocked', blocker: 'no key' },
        ],
      },
      { name: 'B', tasks: [] },
    ];
    expect(phasesToMarkdown(phases)).toBe(
      '# A\n- [ ] p\n- [/] i\n- [x] c\n- [-] a\n- [!] b\n- [!] n <!-- blocker: no key -->\n\n# B\n',
    );
  });

  test('writes a heading for nothing', () => {
    expect(phasesToMarkdown([])).toBe('# Todos\n');
  });
});

describe('markdownToPhases', () => {
  const one = (task: PhaseTask): readonly TodoPhase[] => [{ name: 'Todos', tasks: [task] }];

  test.each([1, 2, 3, 4, 5, 6])('takes a heading of %i #', (level) => {
    expect(markdownToPhases(`${'#'.repeat(level)} A`)).toEqual({ phases: [{ name: 'A', tasks: [] }], errors: [] });
  });

  test.each(['-', '*', '+'])('takes the bullet %s', (bullet) => {
    expect(markdownToPhases(`${bullet} [x] a`)).toEqual({
      phases: one({ content: 'a', status: 'completed' }),
      errors: [],
    });
  });

  test.each([
    ['[ ]', 'pending'],
    ['[]', 'pending'],
    ['[/]', 'in_progress'],
    ['[>]', 'in_progress'],
    ['[x]', 'completed'],
    ['[X]', 'completed'],
    ['[-]', 'abandoned'],
    ['[~]', 'abandoned'],
    ['[!]', 'blocked'],
    ['\\[x\\]', 'completed'],
    ['\\[\\]', 'pending'],
  ] as const)('reads %s as %s', (box, status) => {
    // Where one is in progress already, nothing pending is promoted.
    const now = status === 'in_progress' ? '' : '- [/] now\n';
    const { phases, errors } = markdownToPhases(`${now}- ${box} a`);
    expect([phases[0]?.tasks.at(-1), errors]).toEqual([{ content: 'a', status }, []]);
  });

  test.each([
    ['an empty note', '- [!] a <!-- blocker: -->', { content: 'a', status: 'blocked', blocker: '' }],
    ['a note', '- [!] a<!--blocker:b c-->', { content: 'a', status: 'blocked', blocker: 'b c' }],
    ['a comment that is no note', '- [!] a <!-- why -->', { content: 'a <!-- why -->', status: 'blocked' }],
    [
      'a note of what is not blocked, as content',
      '- [x] a <!-- blocker: b -->',
      { content: 'a <!-- blocker: b -->', status: 'completed' },
    ],
    ['indentation', '\t  - [x]   a  ', { content: 'a', status: 'completed' }],
  ] as const)('reads %s', (_, text, task) => {
    expect(markdownToPhases(text)).toEqual({ phases: one(task), errors: [] });
  });

  test.each(['prose', '####### deep', '#', '- a', '- [ ]', '- [xx] a', '-[ ] a', '1. [ ] a'])(
    'names the line of what it cannot read: %s',
    (line) => {
      const { phases, errors } = markdownToPhases(`# A\r\n\r\n  ${line}\n- [x] a\n- [y] b`);
      expect(phases).toEqual([{ name: 'A', tasks: [{ content: 'a', status: 'completed' }] }]);
      expect(errors).toEqual([
        `Line 3: unrecognized syntax "${line}"`,
        'Line 5: unknown status marker "[y]" (use [ ], [x], [/], [-], [!])',
      ]);
    },
  );

  test('reads long text as fast as any, whatever it looks like', () => {
    const n = 100_000;
    const odd = [
      `- [!] a ${'<!-- blocker: '.repeat(n)}`,
      `- [!] a ${'<!-- '.repeat(n)}-->`,
      `- [!] a <!-- blocker: ${' '.repeat(n)}x`,
      `- [!] a${' '.repeat(n)}b`,
      `- [ ] ${'&#1'.repeat(n)}`,
      `# ${' #'.repeat(n)}`,
      `-${' '.repeat(n)}x`,
    ];
    expect(odd.map((line) => markdownToPhases(line).errors.length)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  test('normalises', () => {
    expect(markdownToPhases('# A\n- [/] a\n# B\n- [/] b\n- [ ] c').phases).toEqual([
      { name: 'A', tasks: [{ content: 'a', status: 'in_progress' }] },
      {
        name: 'B',
        tasks: [
          { content: 'b', status: 'pending' },
          { content: 'c', status: 'pending' },
        ],
      },
    ]);
  });
});

describe('there and back', () => {
  test.each([
    ['a line break', 'a\nb', 'a&#10;b'],
    ['space at the edges', ' a ', '&#32;a&#32;'],
    ['nothing', '', '&#;'],
    ['what looks like an escape', 'a &#10; &amp; &#;', 'a &#38;#10; &amp; &#38;#;'],
    ['Markdown', '# - [x] a', '# - [x] a'],
  ])('%s', (_, content, written) => {
    const phases: readonly TodoPhase[] = [{ name: content, tasks: [{ content, status: 'completed' }] }];
    expect(phasesToMarkdown(phases)).toBe(`# ${written}\n- [x] ${written}\n`);
    expect(markdownToPhases(phasesToMarkdown(phases))).toEqual({ phases, errors: [] });
  });

  test('ends of comments in what is blocked', () => {
    const content = 'a <!-- blocker: b -->';
    const phases: readonly TodoPhase[] = [{ name: 'A', tasks: [{ content, status: 'blocked', blocker: '--> <!--' }] }];
    expect(phasesToMarkdown(phases)).toBe(
      '# A\n- [!] a &#60;!-- blocker: b --&#62; <!-- blocker: --&#62; &#60;!-- -->\n',
    );
    expect(markdownToPhases(phasesToMarkdown(phases))).toEqual({ phases, errors: [] });
  });

  test('what a person wrote as a character reference is that character', () => {
    expect(markdownToPhases('# &#169; &#9999999;')).toEqual({
      phases: [{ name: '© &#9999999;', tasks: [] }],
      errors: [],
    });
  });

  test('every normalised list with a phase', () => {
    const awkward = fc.constantFrom(
      '',
      ' ',
      '\n',
      '\r',
      '\u2028',
      '\u00a0',
      '&#',
      '&#10;',
      '38;',
      '<!--',
      '-->',
      '#',
      '- [x] ',
      '[',
      '\\',
      'blocker:',
      'a',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(awkward, { maxLength: 6 }).map((parts) => parts.join('')),
    );
    const task = fc
      .record({
        content: text,
        status: fc.constantFrom(...PHASE_TASK_STATUSES),
        blocker: fc.option(text, { nil: undefined }),
      })
      .map(
        ({ blocker, ...rest }): PhaseTask =>
          rest.status === 'blocked' && blocker !== undefined ? { ...rest, blocker } : rest,
      );
    const list = fc.array(fc.record({ name: text, tasks: fc.array(task, { maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(list, (phases) => {
        const normalised = normalisePhases(phases);
        expect(markdownToPhases(phasesToMarkdown(normalised))).toEqual({ phases: normalised, errors: [] });
      }),
      { numRuns: process.env.RUNLIGHT_LONG === undefined ? 1000 : 50_000 },
    );
  });
});
