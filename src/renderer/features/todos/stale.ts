import type { PathEntry } from '../../../shared/thread/entry.ts';
import { isTodoTool } from '../../../shared/thread/visible-path.ts';

/** Why the list shown may be old: what the newest call answered, when it failed and none succeeded after it. */
export function failedUpdate(entries: readonly PathEntry[]): string | undefined {
  const newest = entries.findLast((entry) => entry.kind === 'tool_result' && isTodoTool(entry.toolName));
  return newest?.kind === 'tool_result' && newest.isError ? firstLine(newest.content) : undefined;
}

const LONGEST = 300;

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line.replace(/\.$/, '');
}
