import type { TokenCount } from '../thread/context-bodies.ts';

/** `999`, `12.3k`, `4.5M`. */
export function formatTokens(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_950) return `${trimmed(count / 1000)}k`;
  return `${trimmed(count / 1_000_000)}M`;
}

/** The same, with `~` before what was estimated. */
export function countWords({ tokens, estimated }: TokenCount): string {
  return `${estimated ? '~' : ''}${formatTokens(tokens)}`;
}

/** `~41.2k → ~9k tokens`. */
export function changeWords({ before, after }: { readonly before: TokenCount; readonly after: TokenCount }): string {
  return `${countWords(before)} → ${countWords(after)} tokens`;
}

/** `12 %`; what is there never shows as nothing. */
export function shareWords(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0 %';
  const percent = (part / whole) * 100;
  return percent < 1 ? '< 1 %' : `${Math.round(percent)} %`;
}

function trimmed(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}
