/** So many characters of a text are looked at, evenly spread: a long one takes no longer than a short one. */
const SAMPLES = 64;

/** Tokens per UTF-16 code unit: Latin letters come four to a token, those of other alphabets and of no alphabet fewer. */
const LATIN = 0.25;
const OTHER_ALPHABETS = 0.4;
const NO_ALPHABET = 0.75;

/** About how many tokens a text has, whatever the model. */
export function estimateTokens(text: string): number {
  const count = Math.min(text.length, SAMPLES);
  let weight = 0;
  for (let sample = 0; sample < count; sample += 1) {
    const code = text.charCodeAt(Math.floor((sample * text.length) / count));
    weight += code < 0x250 ? LATIN : code < 0x2e80 ? OTHER_ALPHABETS : NO_ALPHABET;
  }
  return count === 0 ? 0 : Math.ceil((text.length * weight) / count);
}
