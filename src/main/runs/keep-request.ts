import { zstdCompressSync } from 'node:zlib';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { RequestRecord } from '../../shared/run/request-record.ts';
import { hashOf, requestText, type RequestBody } from '../agent/request-body.ts';
import { readSettings } from '../settings/settings.ts';
import { putBlob } from '../threads/blobs.ts';
import type { RunsDeps } from './deps.ts';

/** Keeps what one run sends: the tools that a model is told of and, where the settings say so, all of it. */
export function requestKeeper({
  store,
  stores,
  now,
}: Pick<RunsDeps, 'store' | 'stores' | 'now'>): (request: RequestBody) => Result<RequestRecord> {
  // A run's tools hardly ever change: they are not written with every step.
  let known: string | undefined;
  return (request) => {
    const tools = JSON.stringify(request.tools);
    const toolsId = hashOf(tools);
    if (toolsId !== known) {
      const put = putBlob(store.write, Buffer.from(tools), now());
      if (!put.ok) return put;
      known = toolsId;
    }
    const text = requestText(request);
    const record = { hash: hashOf(text), tools: toolsId };
    if (!readSettings(stores.home.read).keepRequests) return ok(record);
    const body = putBlob(store.write, zstdCompressSync(text), now());
    return body.ok ? ok({ ...record, body: body.value }) : body;
  };
}
