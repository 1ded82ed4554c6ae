import { z } from 'zod';
import { ok } from '../../../shared/lib/result.ts';
import { type AnyTool, defineTool } from '../../agent/tool.ts';
import { quote } from '../failures.ts';
import { replaceText } from '../replace-text.ts';
import { counted } from '../text.ts';
import { changedLines, fileChange, fileChanges } from './file-change.ts';
import { withWorkspace } from './with-workspace.ts';

const Input = z.strictObject({
  path: z.string().describe('File to change, relative to the workspace.'),
  old_text: z
    .string()
    .describe('The text to replace, copied exactly from the file, indentation included. It may span lines.'),
  new_text: z.string().describe('The text to put in its place. Empty to remove it.'),
  replace_all: z.boolean().default(false).describe('Replace every place where old_text is. Default: false.'),
});

export function editFileTool(): AnyTool {
  return defineTool<z.output<typeof Input>>({
    name: 'edit_file',
    description:
      'Replaces a piece of text in a file of the workspace. old_text must be in the file exactly once, unless replace_all is ' +
      'true: take in enough lines around it. Both texts are plain, not patterns. Line endings are kept as the file has them; ' +
      'write "\\n".',
    input: Input,
    concurrency: 'exclusive',
    execute: withWorkspace(async ({ path, old_text, new_text, replace_all }, { workspace, signal }) => {
      const before = await workspace.read(path, signal);
      if (!before.ok) return before;
      const { text, version } = before.value;
      const replaced = replaceText(text, { oldText: old_text, newText: new_text, all: replace_all }, path);
      if (!replaced.ok) return replaced;
      const written = await workspace.write(path, replaced.value.text, { expected: version, signal });
      if (!written.ok) return written;
      const details = fileChange(written.value, text, replaced.value.text);
      const places = replaced.value.places === 1 ? '' : ` in ${counted(replaced.value.places, 'place')}`;
      return ok({
        content: `Changed ${quote(path)}${places} (${changedLines(details)}).`,
        details,
        changes: fileChanges(workspace, written.value),
      });
    }),
  });
}
