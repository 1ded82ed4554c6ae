import { basename } from 'node:path';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { MAX_ATTACHMENT_BYTES, type Attachment } from '../../../shared/thread/attachment.ts';
import { mediaTypeOf } from '../../lib/media-type.ts';
import { blobOf, putBlob } from '../../threads/blobs.ts';
import { findFiles } from '../../workspace/find-files.ts';
import { LocalWorkspace } from '../../workspace/local-workspace.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

export function attachmentRoutes({ store, now }: RouteDeps): HandlersOf<'attachment'> {
  function keep(name: string, mediaType: string, bytes: Uint8Array): Result<Attachment> {
    if (bytes.length > MAX_ATTACHMENT_BYTES) return tooLarge(name);
    const id = putBlob(store.write, bytes, now());
    return id.ok ? ok({ id: id.value, name, mediaType, bytes: bytes.length }) : id;
  }

  return {
    'attachment.add': ({ name, mediaType, data }) =>
      keep(name, mediaTypeOf(name, mediaType), Buffer.from(data, 'base64')),
    async 'attachment.fromFolder'({ folder, path }) {
      const bytes = await new LocalWorkspace({ root: folder }).readBytes(path, MAX_ATTACHMENT_BYTES);
      if (!bytes.ok) return bytes.error.code === 'too_large' ? tooLarge(path) : bytes;
      return keep(basename(path), mediaTypeOf(path), bytes.value);
    },
    'attachment.get'({ id }) {
      const bytes = blobOf(store.read, id);
      if (bytes === undefined) return fail('attachment_gone', 'This attachment is not there any more');
      return ok({ data: Buffer.from(bytes).toString('base64') });
    },
    async 'attachment.files'({ folder, query }) {
      const paths = await findFiles(new LocalWorkspace({ root: folder }), query);
      return paths.ok ? ok({ paths: paths.value }) : paths;
    },
  };
}

function tooLarge(name: string): Result<never> {
  const limit = `${MAX_ATTACHMENT_BYTES / 1024 / 1024} MB`;
  return fail(
    'too_large',
    `${name} is larger than ${limit}`,
    'Attach a smaller file, or let the agent read it in its folder',
  );
}
