import type { FilePlace } from '../../../shared/files/changed-files-answer.ts';
import type { ChangedFile } from '../../../shared/files/changed-files.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { isHeld } from '../../../shared/run/status.ts';
import { applyCopy, copyOf } from '../../files/apply-copy.ts';
import { writersIn } from '../../files/busy.ts';
import {
  changedFiles,
  changedFilesAnswer,
  createDifferences,
  type FilesOf,
  pairOf,
} from '../../files/changed-files.ts';
import { revertFiles, type RevertRequest } from '../../files/revert.ts';
import { LocalWorkspace } from '../../workspace/local-workspace.ts';
import { threadSummary } from '../../threads/summaries.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';
import { threadGone } from './thread-gone.ts';

export function fileRoutes(deps: RouteDeps): HandlersOf<'files'> {
  const { store, files, runs, host } = deps;
  const differences = createDifferences(files);

  async function find(of: FilesOf, { root, path }: FilePlace): Promise<Result<ChangedFile>> {
    const file = (await changedFiles(store.read, of)).files.find((one) => one.root === root && one.path === path);
    return file === undefined ? fail('not_changed', `“${path}” is not among the changed files any more`) : ok(file);
  }

  /** What a run is working on must not change under its hands. */
  async function checkIdle(roots: Iterable<string>): Promise<Result<null>> {
    for (const root of roots) {
      // What is queued or paused looks at the folder when it goes on.
      const working = runs.working().filter((run) => !isHeld(run.status()));
      const [writer] = await writersIn(root, working);
      if (writer !== undefined)
        return fail('run_active', 'A run is working in this folder', 'Wait until it ends, or stop it');
    }
    return ok(null);
  }

  async function revert(request: RevertRequest): ReturnType<typeof revertFiles> {
    const roots = new Set((await changedFiles(store.read, request)).files.map(({ root }) => root));
    const idle = await checkIdle(roots);
    return idle.ok ? revertFiles(deps, request) : idle;
  }

  return {
    'files.changed': (of) => changedFilesAnswer(store.read, differences, of),
    async 'files.difference'({ root, path, ...of }) {
      const file = await find(of, { root, path });
      if (!file.ok) return file;
      const snapshots = files.snapshots(of.threadId).folder;
      const found = await files.desk.ask('differences', { snapshots, pairs: [pairOf(file.value)] });
      return found.ok ? ok(found.value[0] ?? { type: 'not_kept' }) : found;
    },
    'files.revert': ({ anyway, ...request }) => revert({ ...request, force: anyway }),
    'files.unrevert': ({ root, path, anyway, ...of }) =>
      revert({ ...of, files: [{ root, path }], back: true, force: anyway }),
    async 'files.apply'({ threadId }) {
      if (threadSummary(store.read, threadId) === undefined) return threadGone();
      const places = copyOf(store.read, threadId);
      if (!places.ok) return places;
      const idle = await checkIdle([places.value.copy, places.value.of]);
      return idle.ok ? applyCopy(store.read, files, threadId) : idle;
    },
    async 'files.open'({ root, path, ...of }) {
      if (host.openFile === undefined)
        return fail('no_opener', 'Files cannot be opened from here', 'Copy the path instead');
      const file = await find(of, { root, path });
      if (!file.ok) return file;
      if (file.value.imported === true) {
        const message = 'A run changed it that came in from a file: where it was is not known here';
        return fail('imported', message, 'Copy the path instead');
      }
      const place = await new LocalWorkspace({ root }).locate(path);
      if (!place.ok) return place;
      const { kind, real } = place.value;
      if (kind !== 'file') return fail('not_found', `“${path}” is not there any more`);
      const problem = await host.openFile(real);
      return problem === undefined ? ok(null) : fail('not_opened', `“${path}” could not be opened: ${problem}`);
    },
  };
}
