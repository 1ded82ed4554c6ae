import type { Answer, Bridge, RequestInput, RequestName } from '../../shared/ipc/contract.ts';
import type { Failure } from '../../shared/lib/result.ts';
import { connectWeb, type WebBridge } from './web-bridge.ts';

declare global {
  interface Window {
    /** Put there by Electron's preload; absent in a browser. */
    readonly runlight?: Bridge;
  }
}

function openBridge(): Bridge & Partial<Pick<WebBridge, 'onConnection'>> {
  if (window.runlight !== undefined) return window.runlight;
  const { protocol, host } = window.location;
  return connectWeb(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/bridge`);
}

export const bridge = openBridge();

/** A failed request as TanStack Query carries it. */
export class RequestError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Asks the engine; rejects with a RequestError. */
export async function ask<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Answer<K>> {
  const result = await bridge.request(name, input);
  if (!result.ok) throw new RequestError(result.error);
  return result.value;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof RequestError) return error.failure;
  return { code: 'bug', message: error instanceof Error ? error.message : String(error) };
}
