import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { type AnyTool, defineTool } from '../../agent/tool.ts';
import { quote } from '../failures.ts';
import type { BinaryFile, FileLines } from '../read-lines.ts';
import { counted, grouped } from '../text.ts';
import { withWorkspace } from './with-workspace.ts';

const DEFAULT_LIMIT = 2_000;

const Input = z.strictObject({
  path: z.string().describe('File to read, relative to the workspace.'),
  offset: z.int().min(1).default(1).describe('Line to start at; the first line is 1. Default: 1.'),
  limit: z.int().min(1).max(10_000).default(DEFAULT_LIMIT).describe(`Most lines to read. Default: ${DEFAULT_LIMIT}.`),
});

export function readFileTool(): AnyTool {
  return defineTool<z.output<typeof Input>>({
    name: 'read_file',
    description:
      'Reads a text file of the workspace. Answers its text as it is, without line numbers. What the text alone does not show ' +
      'is said on a first line in brackets, which is not part of the file: which lines these are when the file is longer, ' +
      'and CRLF line endings or a byte order mark. Read long files in parts with offset and limit, or find the place with ' +
      'search_files first. Binary files are named as such and not shown.',
    input: Input,
    concurrency: 'parallel',
    execute: withWorkspace(async ({ path, offset, limit }, { workspace, signal }) => {
      const read = await workspace.readLines(path, { offset, limit }, signal);
      if (!read.ok) return read;
      const content = render(read.value, path);
      return content.ok ? ok({ content: content.value }) : content;
    }),
  });
}

function render(file: FileLines | BinaryFile, path: string): Result<string> {
  if (file.kind === 'binary') return ok(`binary file, ${counted(file.bytes, 'byte')}`);
  const { lines, first, total, bytes } = file;
  if (bytes === 0) return ok('The file is empty.');
  if (lines.length === 0 && first > 1) {
    return fail('past_end', `${quote(path)} has ${counted(total ?? 0, 'line')}: nothing starts at line ${first}`);
  }
  const last = first + lines.length - 1;
  const isWhole = first === 1 && last === total;
  const facts = [
    ...(isWhole ? [] : [rangeFact(file, last)]),
    ...(file.endings === 'lf'
      ? []
      : [file.endings === 'crlf' ? 'CRLF line endings' : 'mixed CRLF and LF line endings']),
    ...(file.byteOrderMark ? ['starts with a byte order mark'] : []),
    ...(isWhole && file.endsWithNewline === false ? ['no line ending at the end'] : []),
  ];
  const header = facts.length === 0 ? '' : `[${facts.join('; ')}]\n`;
  return ok(`${header}${lines.join('\n')}\n`);
}

function rangeFact({ first, total, bytes }: FileLines, last: number): string {
  const of = total === undefined ? `a file of ${counted(bytes, 'byte')}` : grouped(total);
  const next = last === total ? '' : `, read on with offset ${last + 1}`;
  return `lines ${grouped(first)}–${grouped(last)} of ${of}${next}`;
}
