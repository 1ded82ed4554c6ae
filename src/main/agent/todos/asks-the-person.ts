/** What may stand behind the end of a sentence: quotes, brackets, Markdown. */
const CLOSING = /[\s"'`*_~)\]}>»›”’」』）】]+$/u;
/** Question marks: Latin, full-width, Arabic, reversed, Greek. */
const QUESTION = /[?\uFF1F\u061F\u2E2E\u037E]$/u;
const REQUEST = /\b(?:confirm|choose|pick|select|reply|respond|let me know|tell me)\b/iu;

/** Whether a model's last words wait for the person: they end in a question, or ask to confirm, choose or reply. */
export function asksThePerson(text: string): boolean {
  const last = text
    .split('\n')
    .findLast((line) => line.replace(CLOSING, '').trim() !== '')
    ?.replace(CLOSING, '');
  return last !== undefined && (QUESTION.test(last) || REQUEST.test(last));
}
