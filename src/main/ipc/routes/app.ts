import { fail, ok } from '../../../shared/lib/result.ts';
import { completeFolder } from '../../lib/complete-folder.ts';
import { recentFolders } from '../../threads/runs.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

const RECENT_FOLDERS = 10;

export function appRoutes({ home, host, store }: RouteDeps): HandlersOf<'app'> & HandlersOf<'folder'> {
  return {
    'app.info': () =>
      ok({
        version: host.version,
        host: host.kind,
        platform: process.platform,
        home,
        canPickFolder: host.pickFolder !== undefined,
        keyStore: host.cipher === undefined ? 'file' : 'system',
        canOpenFiles: host.openFile !== undefined,
        canPickFile: host.pickFile !== undefined,
        recentFolders: recentFolders(store.read, RECENT_FOLDERS),
      }),
    'app.link'() {
      const url = host.link?.();
      return url === undefined
        ? fail('no_link', 'This Runlight has a window of its own, and serves no browser')
        : ok({ url });
    },
    async 'folder.pick'() {
      if (host.pickFolder === undefined) return fail('no_dialog', 'There is no folder dialog here', 'Type the path');
      return ok({ path: await host.pickFolder() });
    },
    'folder.complete': async ({ prefix }) => ok({ folders: await completeFolder(prefix) }),
  };
}
