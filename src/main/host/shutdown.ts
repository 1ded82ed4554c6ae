const REPEAT_MS = 1000;

/**
 * Calls `stop` once when the program is asked to end. Who asks again a second later is not willing to wait: `force`. Sooner,
 * it is the same wish, come by two ways: a terminal tells every process of a program, and so does the one that started us.
 */
export function onShutdownSignal(stop: () => void, force: () => void): void {
  let askedAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (askedAt === undefined) {
        askedAt = Date.now();
        stop();
      } else if (Date.now() - askedAt > REPEAT_MS) {
        force();
      }
    });
  }
}
