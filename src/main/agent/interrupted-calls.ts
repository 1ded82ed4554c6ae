import { RUN_COMMAND, WRITING_TOOLS } from '../../shared/run/workspace-tools.ts';
import type { FilesChangedBody } from '../../shared/thread/entry.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { toolError, type ToolOutcome } from './tool.ts';

/** What the model reads of calls that nobody answers any more, since the program had ended. */
export const BEGUN: ToolOutcome = toolError('interrupted: may have taken effect');
export const NOT_BEGUN: ToolOutcome = toolError('interrupted: this call had not begun');

/** What is noted of a call that had begun, where it may have changed files. `root`: the folder of its agent. */
export function filesOfInterrupted(
  { id: callId, name }: ToolCall,
  root: string | undefined,
): FilesChangedBody | undefined {
  if (root === undefined || !WRITING_TOOLS.includes(name)) return undefined;
  const by = name === RUN_COMMAND ? 'command' : 'tool';
  return { kind: 'files_changed', by, callId, root, files: [], unknown: 'interrupted' };
}
