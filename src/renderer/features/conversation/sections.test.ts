import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sectionsOf } from './sections.ts';

const paragraph = `${'word '.repeat(200).trim()}.`;

test('short Markdown is one section', () => {
  const text = '# Title\n\nSome *text*.\n\n- one\n- two';
  expect(sectionsOf(text)).toEqual([{ kind: 'markdown', text }]);
});

test('an empty or blank text has none', () => {
  expect(sectionsOf('')).toEqual([]);
  expect(sectionsOf(' \n\n')).toEqual([]);
});

test('fenced code is a section of its own', () => {
  expect(sectionsOf('Before\n```TS title="x"\nconst a = 1;\n\n```\nAfter')).toEqual([
    { kind: 'markdown', text: 'Before' },
    { kind: 'code', language: 'ts', text: 'const a = 1;\n', closed: true, continued: false },
    { kind: 'markdown', text: 'After' },
  ]);
});

test('a longer fence holds shorter ones, an indented fence belongs to its list', () => {
  expect(sectionsOf('````md\n```js\n```\n````')).toEqual([
    { kind: 'code', language: 'md', text: '```js\n```', closed: true, continued: false },
  ]);
  expect(sectionsOf('- item\n  ```js\n  x\n  ```')).toHaveLength(1);
});

test('code that is still being written is open', () => {
  expect(sectionsOf('```py\nprint(1)')).toEqual([
    { kind: 'code', language: 'py', text: 'print(1)', closed: false, continued: false },
  ]);
});

test('long text is cut between paragraphs, never within a list', () => {
  const list = `- ${paragraph}\n\n- ${paragraph}\n\n- ${paragraph}`;
  expect(sectionsOf(`${paragraph}\n\n${paragraph}\n\n${list}\n\nEnd`)).toEqual([
    { kind: 'markdown', text: `${paragraph}\n\n${paragraph}\n\n${list}\n` },
    { kind: 'markdown', text: 'End' },
  ]);
});

test('long code goes on in the next section', () => {
  const lines = Array.from({ length: 250 }, (_, index) => `line ${index}`);
  expect(sectionsOf(`\`\`\`js\n${lines.join('\n')}\n\`\`\``)).toEqual([
    { kind: 'code', language: 'js', text: lines.slice(0, 200).join('\n'), closed: false, continued: false },
    { kind: 'code', language: 'js', text: lines.slice(200).join('\n'), closed: true, continued: true },
  ]);
});

test('no section grows without limit, whatever the text', () => {
  const sizes = [
    'x'.repeat(100_000),
    'word '.repeat(20_000),
    '- item\n'.repeat(15_000),
    `\`\`\`\n${'y'.repeat(100_000)}`,
  ].map((text) => Math.max(...sectionsOf(text).map((section) => section.text.length)));
  for (const size of sizes) expect(size).toBeLessThanOrEqual(10_100);
});

test('while a text grows, all sections but the last stay', () => {
  const piece = fc.constantFrom(
    '```js\n',
    '```\n',
    '\n',
    '\n\n',
    `${paragraph}\n\n`,
    '- item\n',
    'text ',
    '~~~\n',
    '# h\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 60 }), fc.array(piece, { maxLength: 20 }), (head, tail) => {
      const before = sectionsOf(head.join(''));
      const after = sectionsOf(head.join('') + tail.join(''));
      expect(after.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
    }),
  );
});
