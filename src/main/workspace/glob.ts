import { escapedForRegExp } from './text.ts';

const WHOLE_FOLDERS = /\*\*\//y;

/**
 * Whether a path, with `/` between its names, matches a glob: `*` and `?` within a name, `**` across folders, `[abc]`,
 * `[!abc]`, `{one,two}`. A glob without `/` is about the last name, wherever it is. Names that start with a dot are names
 * like any other.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const plain = glob.replace(/^\.?\//, '');
  const expression = new RegExp(`^${plain.includes('/') ? '' : '(?:.*/)?'}${translate(plain)}$`, 's');
  return (path) => expression.test(path);
}

function translate(glob: string): string {
  let out = '';
  let depth = 0;
  for (let index = 0; index < glob.length; index += 1) {
    const char = glob.charAt(index);
    WHOLE_FOLDERS.lastIndex = index;
    const set = char === '[' ? setAt(glob, index) : undefined;
    if (WHOLE_FOLDERS.test(glob)) {
      out += '(?:[^/]*/)*';
      index += 2;
    } else if (glob.startsWith('**', index)) {
      out += '.*';
      index += 1;
    } else if (set !== undefined) {
      out += set.expression;
      index = set.end;
    } else if (char === '*') out += '[^/]*';
    else if (char === '?') out += '[^/]';
    else if (char === '{' && glob.includes('}', index)) {
      depth += 1;
      out += '(?:';
    } else if (char === '}' && depth > 0) {
      depth -= 1;
      out += ')';
    } else if (char === ',' && depth > 0) out += '|';
    else if (char === '\\' && index + 1 < glob.length) {
      index += 1;
      out += escapedForRegExp(glob.charAt(index));
    } else out += escapedForRegExp(char);
  }
  return out + ')'.repeat(depth);
}

/** The set that starts at `start`, if it ends at all. */
function setAt(glob: string, start: number): { readonly expression: string; readonly end: number } | undefined {
  const isNot = '!^'.includes(glob.charAt(start + 1) || ' ');
  const first = start + (isNot ? 2 : 1);
  const end = glob.indexOf(']', first + 1);
  if (end === -1) return undefined;
  const members = glob.slice(first, end).replaceAll(/[\\\][^]/g, String.raw`\$&`);
  return { expression: `(?!/)[${isNot ? '^' : ''}${members}]`, end };
}
