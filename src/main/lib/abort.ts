/**
 * Passes on what `source` yields until `signal` aborts; it then ends at once, whether or not the source minds the signal.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const aborted = whenAborted(signal);
  try {
    while (!signal.aborted) {
      const next = await Promise.race([iterator.next(), aborted.promise]);
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    aborted.dispose();
    // Not awaited: a source that hangs would hang us too. Its own failure no longer matters to anyone.
    iterator.return?.().catch(() => undefined);
  }
}

/** A promise of the abort. `dispose` takes its listener off the signal, which may live much longer. */
export function whenAborted(signal: AbortSignal): {
  readonly promise: Promise<undefined>;
  readonly dispose: () => void;
} {
  let onAbort: () => void = () => undefined;
  const promise = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return { promise, dispose: () => signal.removeEventListener('abort', onAbort) };
}

/** Ends after `ms`, or as soon as `signal` aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
}
