import { join } from 'node:path';
import { fail, ok } from '../../../shared/lib/result.ts';
import { fileSize, folderSize } from '../../lib/disk-size.ts';
import { backupsOf } from '../../threads/backups.ts';
import { STORE_FILE } from '../../threads/open.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

export function storageRoutes({ home, host }: RouteDeps): HandlersOf<'storage'> {
  return {
    async 'storage.info'() {
      const file = join(home, STORE_FILE);
      const [homeBytes, store, log] = await Promise.all([folderSize(home), fileSize(file), fileSize(`${file}-wal`)]);
      const backups = await Promise.all(
        backupsOf(file).map(async (path) => {
          const { bytes, at } = await fileSize(path);
          return { path, bytes, at };
        }),
      );
      return ok({ storeBytes: store.bytes + log.bytes, homeBytes, backups, canOpen: host.showFolder !== undefined });
    },
    'storage.open': () =>
      host.showFolder === undefined
        ? fail('no_file_manager', 'Folders cannot be shown from here.', 'Open the path in your file manager.')
        : host.showFolder(home),
  };
}
