import { z } from 'zod';
import { ok } from '../../../shared/lib/result.ts';
import { type AnyTool, defineTool } from '../../agent/tool.ts';
import { quote } from '../failures.ts';
import { counted } from '../text.ts';
import { changedLines, fileChange, fileChanges } from './file-change.ts';
import { withWorkspace } from './with-workspace.ts';

const Input = z.strictObject({
  path: z.string().min(1).describe('File to write, relative to the workspace. Folders that lead to it are created.'),
  content: z.string().describe('The whole content of the file. It is written exactly as given.'),
});

export function writeFileTool(): AnyTool {
  return defineTool<z.output<typeof Input>>({
    name: 'write_file',
    description:
      'Creates a file in the workspace or replaces all of its content. To change a part of a file use edit_file instead. Read ' +
      'an existing file before you replace it.',
    input: Input,
    concurrency: 'exclusive',
    execute: withWorkspace(async ({ path, content }, { workspace, signal }) => {
      const before = await workspace.read(path, signal);
      const isNew = !before.ok && before.error.code === 'not_found';
      // Whatever a file holds can be replaced; any other reason not to read it is one not to write it.
      const cannotCompare = !before.ok && ['binary_file', 'too_large'].includes(before.error.code);
      if (!before.ok && !isNew && !cannotCompare) return before;
      if (before.ok && before.value.text === content)
        return ok({ content: `${quote(path)} is unchanged: it has this content.` });
      const expected = before.ok ? before.value.version : isNew ? null : undefined;
      const written = await workspace.write(path, content, { expected, signal });
      if (!written.ok) return written;
      const details = fileChange(written.value, before.ok ? before.value.text : isNew ? '' : undefined, content);
      const size = counted(Buffer.byteLength(content), 'byte');
      const text = written.value.created
        ? `Created ${quote(path)} (${size}, ${counted(details.added, 'line')}).`
        : `Replaced ${quote(path)} (${size}${cannotCompare ? '' : `, ${changedLines(details)}`}).`;
      return ok({ content: text, details, changes: fileChanges(workspace, written.value) });
    }),
  });
}
