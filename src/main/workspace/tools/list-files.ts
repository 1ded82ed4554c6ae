import { z } from 'zod';
import { assertNever } from '../../../shared/lib/assert.ts';
import { ok } from '../../../shared/lib/result.ts';
import { type AnyTool, defineTool } from '../../agent/tool.ts';
import type { Listing } from '../list-folder.ts';
import { counted, grouped, shownName } from '../text.ts';
import type { FolderEntry } from '../walk.ts';
import { withWorkspace } from './with-workspace.ts';

const DEFAULT_LIMIT = 500;

const Input = z.strictObject({
  path: z
    .string()
    .default('.')
    .describe('Folder to list, relative to the workspace. Default: the workspace folder itself.'),
  recursive: z.boolean().default(false).describe('Also list what is in its folders. Default: false.'),
  depth: z
    .int()
    .min(1)
    .max(50)
    .optional()
    .describe('With recursive: how many levels to list; 1 is the folder itself. Default: all.'),
  limit: z.int().min(1).max(5_000).default(DEFAULT_LIMIT).describe(`Most entries to show. Default: ${DEFAULT_LIMIT}.`),
});

export function listFilesTool(): AnyTool {
  return defineTool<z.output<typeof Input>>({
    name: 'list_files',
    description:
      'Lists a folder of the workspace: one entry a line, as a path that the other tools take, sorted by name. Folders end ' +
      'with "/", files have their size. Hidden files are included. Recursive listings do not enter .git and node_modules ' +
      'folders, nor symbolic links. To find files by what they contain, use search_files.',
    input: Input,
    concurrency: 'parallel',
    execute: withWorkspace(async ({ path, recursive, depth, limit }, { workspace, signal }) => {
      const listed = await workspace.list(path, { depth: recursive ? (depth ?? Infinity) : 1, limit, signal });
      return listed.ok ? ok({ content: render(listed.value) }) : listed;
    }),
  });
}

function render({ entries, more, moreIsLeast, unreadable }: Listing): string {
  const lines = entries.map(line);
  if (more > 0) lines.push(`… ${moreIsLeast ? 'more than ' : ''}${grouped(more)} more`);
  for (const folder of unreadable) lines.push(`${folder.relative}/ could not be read: ${folder.message}`);
  return lines.length === 0 ? 'The folder is empty.' : lines.join('\n');
}

function line({ relative, kind, bytes, notEntered }: FolderEntry): string {
  const name = shownName(relative);
  switch (kind) {
    case 'folder':
      return notEntered === true ? `${name}/ (contents not listed)` : `${name}/`;
    case 'file':
      return bytes === undefined ? name : `${name} (${counted(bytes, 'byte')})`;
    case 'link':
      return `${name} (symbolic link)`;
    case 'other':
      return `${name} (special file)`;
    default:
      return assertNever(kind);
  }
}
