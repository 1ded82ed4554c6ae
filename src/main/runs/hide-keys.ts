const HIDDEN = '•••';

/** What services begin their keys with, and what follows. */
const KEY = /\b(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|hf|AKIA|AIza)[-_A-Za-z0-9]{12,}/g;
/** A value that its name gives away: `--token abc`, `API_KEY=abc`, `Authorization: Bearer abc`. */
const NAMED =
  /((?:key|token|secret|password|passwd|authorization|bearer)["']?(?:\s*[:=]\s*|\s+)(?:bearer\s+)?["']?)[^\s"',;]{6,}/gi;
/** Letters and digits that no word or path is made of. */
const RANDOM = /\b(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[-_A-Za-z0-9]{32,}/g;

/** A text for places where others may look on, without what looks like a key. */
export function hideKeys(text: string): string {
  return text.replace(KEY, HIDDEN).replace(NAMED, `$1${HIDDEN}`).replace(RANDOM, HIDDEN);
}
