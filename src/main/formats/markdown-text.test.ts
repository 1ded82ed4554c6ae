import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embedded, fenced, htmlText, plainLine } from './markdown-text.ts';

/** What a reader of Markdown takes for the code of the first block, and what follows it. */
function firstBlock(markdown: string): { readonly code: string; readonly rest: string } {
  const lines = markdown.split('\n');
  const fence = /^`+/.exec(lines[0] ?? '')?.[0] ?? '';
  const end = lines.findIndex((line, index) => index > 0 && /^`+\s*$/.test(line) && line.trim().length >= fence.length);
  return { code: lines.slice(1, end).join('\n'), rest: lines.slice(end + 1).join('\n') };
}

test('nothing that a block holds can end it', () => {
  const text = fc.array(fc.constantFrom('`', '```', '````', '~~~', '\n', 'x', ' '), { maxLength: 30 });
  fc.assert(
    fc.property(
      text.map((parts) => parts.join('')),
      (code) => {
        expect(firstBlock(`${fenced(code)}after`)).toEqual({ code: code.replace(/\n$/, ''), rest: 'after' });
      },
    ),
  );
});

test('a message keeps its Markdown, below our headings, without HTML, and ends what it opens', () => {
  expect(embedded('# One\n###### Six\n#hashtag\n**bold** `<b>` <b> </details> <!-- <https://a.b> 1 < 2')).toBe(
    String.raw`### One
###### Six
#hashtag
**bold** ${'`<b>`'} \<b> \</details> \<!-- <https://a.b> 1 < 2`,
  );
  expect(embedded('````md\n# code <b>\n```\nstill')).toBe('````md\n# code <b>\n```\nstill\n````');
  expect(embedded('```a``` is code\n# Two')).toBe('```a``` is code\n### Two');
  expect(embedded('~~~\n```\n~~~\n# Three')).toBe('~~~\n```\n~~~\n### Three');
  expect(embedded('a\u202Eb\u001b[31mc')).toBe(String.raw`a\<U+202E>bc`);
});

test('lines of plain words hold no Markdown and no HTML', () => {
  expect(plainLine('a *b*\n# <c> [d](e) `f` | _g_')).toBe(String.raw`a \*b\* \# \<c\> \[d\](e) \`f\` \| \_g\_`);
  expect(htmlText('a <b>\n& c')).toBe('a &lt;b&gt; &amp; c');
});
