import type { Answer, Bridge, Push, RequestInput, RequestName } from '../../shared/ipc/contract.ts';
import type { Failure } from '../../shared/lib/result.ts';
import { gatherByFrame, type Gathering } from './gather.ts';
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

let pushed: Gathering<Push> | undefined;

/**
 * The one who follows pushes is told before each frame what has come since the last one, so that it is drawn once; and
 * before each answer, since the engine sends both in order.
 */
export function followBridge(listener: (pushes: readonly Push[]) => void): void {
  pushed = gatherByFrame(listener);
  bridge.onPush(pushed.add);
}

/** Asks the engine; rejects with a RequestError. */
export async function ask<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Answer<K>> {
  const result = await bridge.request(name, input);
  pushed?.flush();
  // The page shows it before anyone acts on the answer: who looks for where the focus has gone finds it gone.
  await Promise.resolve();
  if (!result.ok) throw new RequestError(result.error);
  return result.value;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof RequestError) return error.failure;
  return { code: 'bug', message: error instanceof Error ? error.message : String(error) };
}
