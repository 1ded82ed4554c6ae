import type { Push } from '../../shared/ipc/contract.ts';
import { isRecord, parseJson } from '../../shared/lib/json.ts';
import type { Result } from '../../shared/lib/result.ts';

/** What a window sends: JSON text, one request each. */
export type RequestFrame = { readonly id: number; readonly name: unknown; readonly input: unknown };

/** What a window gets: the answer to the request of that id, or something that happened. */
export type HostFrame = { readonly id: number; readonly result: Result<unknown> } | { readonly push: Push };

/** Reads a frame; `undefined` for what cannot even be answered. */
export function parseRequestFrame(text: string): RequestFrame | undefined {
  const frame = parseJson(text);
  if (!isRecord(frame) || !Number.isSafeInteger(frame.id)) return undefined;
  return { id: Number(frame.id), name: frame.name, input: frame.input };
}
