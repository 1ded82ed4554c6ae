import type { Push } from '../../shared/ipc/contract.ts';
import { isRecord, parseJson } from '../../shared/lib/json.ts';
import type { Result } from '../../shared/lib/result.ts';

/** What a window sends: JSON text, one request each. */
export type RequestFrame = { readonly id: number; readonly name: unknown; readonly input: unknown };

/** What a window gets: the answer to the request of that id, or something that happened. */
export type HostFrame = ResultFrame | { readonly push: Push };

export type ResultFrame = { readonly id: number; readonly result: Result<unknown> };

/** What either end of a local socket may send: each may ask, answer and tell. */
export type LineFrame =
  | ({ readonly type: 'request' } & RequestFrame)
  | ({ readonly type: 'result' } & ResultFrame)
  | { readonly type: 'push'; readonly push: unknown };

/** Reads a frame; `undefined` for what cannot even be answered. */
export function parseRequestFrame(text: string): RequestFrame | undefined {
  const frame = parseJson(text);
  if (!isRecord(frame) || !Number.isSafeInteger(frame.id)) return undefined;
  return { id: Number(frame.id), name: frame.name, input: frame.input };
}

/** Reads a frame of a local socket; `undefined` for what is none. */
export function parseLineFrame(text: string): LineFrame | undefined {
  const frame = parseJson(text);
  if (!isRecord(frame)) return undefined;
  if ('push' in frame) return { type: 'push', push: frame.push };
  if (!Number.isSafeInteger(frame.id)) return undefined;
  const id = Number(frame.id);
  if (!('result' in frame)) return { type: 'request', id, name: frame.name, input: frame.input };
  const result = readResult(frame.result);
  return result && { type: 'result', id, result };
}

function readResult(value: unknown): Result<unknown> | undefined {
  if (!isRecord(value)) return undefined;
  if (value.ok === true) return { ok: true, value: value.value };
  const { error } = value;
  if (value.ok !== false || !isRecord(error)) return undefined;
  const { code, message, hint } = error;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return { ok: false, error: typeof hint === 'string' ? { code, message, hint } : { code, message } };
}
