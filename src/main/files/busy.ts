import { realpath } from 'node:fs/promises';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import { WRITING_TOOLS } from '../../shared/run/workspace-tools.ts';
import { isInside } from '../workspace/paths.ts';

type Worker = { readonly threadId: string; readonly agent: AgentSnapshot };

/** Those of `working` that may change files in a folder: the same one, one inside it, or one that it is inside of. */
export async function writersIn<W extends Worker>(folder: string, working: readonly W[]): Promise<readonly W[]> {
  const writers = working.filter(({ agent }) => canWrite(agent));
  if (writers.length === 0) return [];
  const place = await realPlace(folder);
  const places = await Promise.all(writers.map(({ agent }) => realPlace(agent.workspace ?? '')));
  return writers.filter((_, index) => {
    const other = places[index];
    return other !== undefined && (isInside(place, other) || isInside(other, place));
  });
}

function canWrite({ workspace, tools }: AgentSnapshot): boolean {
  return workspace !== undefined && tools.some((name) => WRITING_TOOLS.includes(name));
}

/** A folder that is not there is in nobody's way, but by its name. */
function realPlace(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

/** Fails with `folder_busy` where a run may change the files of another that works; `titleOf` names the latter's thread. */
export async function checkFolderFree(
  agent: AgentSnapshot,
  working: readonly Worker[],
  titleOf: (threadId: string) => string | undefined,
): Promise<Result<null>> {
  if (agent.workspace === undefined || !canWrite(agent)) return ok(null);
  const [writer] = await writersIn(agent.workspace, working);
  if (writer === undefined) return ok(null);
  return fail(
    'folder_busy',
    `A run of “${titleOf(writer.threadId) ?? writer.agent.name}” is working in this folder`,
    'The two may undo each other’s changes. Let this one work on a copy, or start it anyway',
  );
}
