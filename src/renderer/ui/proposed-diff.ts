import { isRecord, parseJson } from '../../shared/lib/json.ts';

/** What a call that changes a file would do to it, as a unified diff without headers; `undefined` for any other call. */
export function proposedDiff(name: string, text: string): { readonly path: string; readonly diff: string } | undefined {
  const args = parseJson(text);
  if (!isRecord(args) || typeof args.path !== 'string') return undefined;
  const { path } = args;
  if (name === 'write_file' && typeof args.content === 'string') return { path, diff: marked('+', args.content) };
  if (name !== 'edit_file' || typeof args.old_text !== 'string' || typeof args.new_text !== 'string') return undefined;
  return { path, diff: [marked('-', args.old_text), marked('+', args.new_text)].filter(Boolean).join('\n') };
}

function marked(sign: string, text: string): string {
  if (text === '') return '';
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${sign}${line}`)
    .join('\n');
}
