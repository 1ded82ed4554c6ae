import { fail } from '../../shared/lib/result.ts';
import { SECURITY_HEADERS } from '../host/headers.ts';
import { inChunks } from '../histories/write-file.ts';
import type { Engine } from '../ipc/connection.ts';
import { plainText } from '../host/content.ts';

/** The file that was offered under this id, as it is written; never twice. */
export function sendDownload(engine: Pick<Engine, 'download'>, id: string): Response {
  const file = engine.download(id);
  if (file === undefined) return plainText(404, 'This download is over; export the thread again');
  const chunks = inChunks(file.text());
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      ...SECURITY_HEADERS,
      'content-type': file.mediaType,
      'content-disposition': attachment(file.name),
      'cache-control': 'no-store',
    },
  });
}

/** RFC 6266: a name for old programs, and the real one. */
function attachment(name: string): string {
  const ascii = name.replaceAll(/[^ !#$&+.0-9A-Z^_`a-z~()-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Takes a file in; the answer is a Result as JSON. */
export async function receiveUpload(
  engine: Pick<Engine, 'upload'>,
  body: ReadableStream<Uint8Array> | null,
): Promise<Response> {
  const result = body === null ? fail('bad_request', 'There is no file in the request') : await engine.upload(body);
  return Response.json(result, { headers: { ...SECURITY_HEADERS, 'cache-control': 'no-store' } });
}
