/**
 * How well `text` fits what was typed: every letter of it must come in order. Whole words and beginnings of words count
 * more than letters on their own. `undefined` when it does not fit.
 */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const wanted = typed.toLowerCase().replaceAll(/\s+/g, '');
  const found = text.toLowerCase();
  if (wanted === '') return 0;
  if (found.includes(typed.toLowerCase().trim())) {
    const at = found.indexOf(typed.toLowerCase().trim());
    return 1000 - at - found.length / 100 + (isWordStart(found, at) ? 500 : 0);
  }
  let score = 0;
  let last = -1;
  for (const letter of wanted) {
    const at = nextPlace(found, letter, last + 1);
    if (at === -1) return undefined;
    score += at === last + 1 ? 4 : isWordStart(found, at) ? 3 : -Math.min(3, at - last - 1);
    last = at;
  }
  return score - found.length / 100;
}

/** The letter that goes on, else the next beginning of a word, else the next one at all. */
function nextPlace(text: string, letter: string, from: number): number {
  if (text.charAt(from) === letter) return from;
  for (let at = text.indexOf(letter, from); at !== -1; at = text.indexOf(letter, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return text.indexOf(letter, from);
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
}
