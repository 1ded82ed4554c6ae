import type { ToolDetails } from '../../../shared/thread/tool-details.ts';
import type { ToolChanges } from '../../agent/tool.ts';
import type { LocalWorkspace } from '../local-workspace.ts';
import { type FileDiff, fileDiff } from '../file-diff.ts';
import { grouped } from '../text.ts';
import type { Written } from '../write-file.ts';

/** What people see of a written file. `before` is absent when it could not be compared: it was binary or too large. */
export function fileChange(written: Written, before: string | undefined, after: string): FileChange {
  const change: FileDiff = before === undefined ? { diff: '', added: 0, removed: 0 } : fileDiff(before, after);
  return { kind: 'file_change', path: written.relative, created: written.created, ...change };
}

/** The same for the note about the call; `undefined` where nothing is recorded. */
export function fileChanges({ root }: LocalWorkspace, { change }: Written): ToolChanges | undefined {
  return change === undefined ? undefined : { by: 'tool', root, files: [change] };
}

type FileChange = Extract<ToolDetails, { kind: 'file_change' }>;

/** `+3 −1 lines`. */
export function changedLines({ added, removed }: FileChange): string {
  return `+${grouped(added)} −${grouped(removed)} lines`;
}
