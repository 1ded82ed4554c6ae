/** What may stand behind the end of a sentence: quotes, brackets, Markdown. */
const CLOSING = /[\s"'`*_~)\]}>»›”’」』）】]/u;
/** Question marks: Latin, full-width, Arabic, reversed, Greek. */
const QUESTION = /[?\uFF1F\u061F\u2E2E\u037E]$/u;
/** `Please confirm`, `Choose one`, `I need you to reply`, `let me know`; not what the agent itself chooses or selects. */
const REQUEST = new RegExp(
  [
    String.raw`(?:^\W*|[.!:;,–—]\s|\bplease |\byou (?:to |can |could |may |must |should |need to |have to )?)` +
      String.raw`(?:confirm|choose|pick|select|reply|respond)\b`,
    String.raw`\b(?:let me know|tell me|(?:waiting for|awaiting|need) your)\b`,
  ].join('|'),
  'iu',
);

/** Whether a model's last words wait for the person: they end in a question, or ask to confirm, choose or reply. */
export function asksThePerson(text: string): boolean {
  const last = text
    .split('\n')
    .map(withoutClosing)
    .findLast((line) => line.trim() !== '');
  return last !== undefined && (QUESTION.test(last) || REQUEST.test(last));
}

function withoutClosing(line: string): string {
  let end = line.length;
  while (end > 0 && CLOSING.test(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}
