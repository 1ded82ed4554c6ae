import { z } from 'zod';
import { assertNever } from '../../../shared/lib/assert.ts';
import { ok } from '../../../shared/lib/result.ts';
import { type AnyTool, defineTool } from '../../agent/tool.ts';
import type { SearchResult } from '../search.ts';
import type { FileMatches } from '../search-job.ts';
import { counted, shownName } from '../text.ts';
import { withWorkspace } from './with-workspace.ts';

const DEFAULT_LIMIT = 100;
const MAX_TEXT = 60_000;

const Input = z.strictObject({
  query: z.string().min(1).describe('JavaScript regular expression, matched against single lines.'),
  literal: z.boolean().default(false).describe('Find the query as plain text, not as an expression. Default: false.'),
  path: z.string().default('.').describe('Folder or file to search, relative to the workspace. Default: all of it.'),
  glob: z
    .string()
    .min(1)
    .optional()
    .describe('Only search files that match, for example "*.ts" (in any folder) or "src/**/*.{js,ts}".'),
  ignore_case: z.boolean().default(false).describe('Do not tell upper from lower case. Default: false.'),
  context: z.int().min(0).max(20).default(0).describe('Lines to show before and after each match. Default: 0.'),
  limit: z.int().min(1).max(1_000).default(DEFAULT_LIMIT).describe(`Most matching lines. Default: ${DEFAULT_LIMIT}.`),
});

export function searchFilesTool(): AnyTool {
  return defineTool<z.output<typeof Input>>({
    name: 'search_files',
    description:
      'Finds lines in the files of the workspace. Answers them as "path:line: text"; lines of context have "-" in place of ' +
      '":". Binary files, files over 5 MB, symbolic links, .git and node_modules folders are passed over; to search in ' +
      'node_modules name a folder in it as path.',
    input: Input,
    concurrency: 'parallel',
    execute: withWorkspace(async (input, { workspace, signal }) => {
      const { query: text, literal, ignore_case: ignoreCase, path, glob, context, limit } = input;
      const search = { pattern: { text, literal, ignoreCase }, path, glob, context, limit };
      const found = await workspace.search(search, { signal });
      return found.ok ? ok({ content: render(found.value, context) }) : found;
    }),
  });
}

function render(result: SearchResult, context: number): string {
  const blocks = result.files.flatMap((file) => renderFile(file, context));
  const lines: string[] = [];
  let room = MAX_TEXT;
  for (const line of blocks) {
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const isCut = lines.length < blocks.length;
  return [...lines, summary(result, isCut)].join('\n');
}

/** Its lines; with context, `--` stands where lines are left out. */
function renderFile({ relative, lines }: FileMatches, context: number): readonly string[] {
  let next = -1;
  return lines.flatMap(({ number, text, isMatch }) => {
    const mark = isMatch ? ':' : '-';
    const line = `${shownName(relative)}${mark}${number}${mark} ${text}`;
    const isApart = context > 0 && number !== next;
    next = number + 1;
    return isApart ? ['--', line] : [line];
  });
}

function summary({ files, end, counts }: SearchResult, isCut: boolean): string {
  const matches = files.reduce((sum, file) => sum + file.lines.filter((line) => line.isMatch).length, 0);
  const found =
    matches === 0 ? 'No matches' : `${counted(matches, 'matching line')} in ${counted(files.length, 'file')}`;
  const passedOver = [
    ...(counts.binary > 0 ? [counted(counts.binary, 'binary file')] : []),
    ...(counts.large > 0 ? [`${counted(counts.large, 'file')} over 5 MB`] : []),
    ...(counts.unreadable > 0 ? [`${counts.unreadable} that could not be read`] : []),
  ];
  const over = passedOver.length === 0 ? '' : `; passed over ${passedOver.join(', ')}`;
  return `[${found}${isCut ? ', not all of them shown' : ''}; searched ${counted(counts.searched, 'file')}${over}${ending(end)}]`;
}

function ending(end: SearchResult['end']): string {
  switch (end) {
    case 'complete':
      return '';
    case 'limit':
      return '. There are more: narrow the query, path or glob, or raise limit';
    case 'timeout':
      return '. The time limit was reached, there may be more: narrow path or glob, or use a simpler query';
    default:
      return assertNever(end);
  }
}
