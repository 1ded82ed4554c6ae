/**
 * Signals of one wish come close together, by several ways: a terminal tells every process of a program, and so does the
 * one that started us.
 */
const REPEAT_MS = 1000;

export type Shutdown = {
  /** How many runs a person who presses Ctrl+C would stop; where it is absent nobody is asked. */
  readonly runs?: () => number;
  /** Tells the person that the next press stops them. */
  readonly warn?: (runs: number) => void;
  readonly stop: () => void;
  /** Ends at once. */
  readonly force: () => void;
  /** Milliseconds, steady. */
  readonly now: () => number;
};

export type ShutdownSignals = {
  readonly signal: (name: NodeJS.Signals) => void;
  /** The number of runs may have changed: who was told to wait for the last waits no longer. */
  readonly runsChanged: () => void;
};

/**
 * What signals do, each a second or more after the one before it: where runs go on, the first warns, and the program ends
 * with the last of them; the next stops it; the one after that, from who is not willing to wait, ends it at once.
 */
export function shutdownSignals({ runs = () => 0, warn, stop, force, now }: Shutdown): ShutdownSignals {
  let stage: 'up' | 'warned' | 'stopping' = 'up';
  let askedAt: number | undefined;

  function end(): void {
    stage = 'stopping';
    stop();
  }

  return {
    signal(name) {
      const at = now();
      if (askedAt !== undefined && at - askedAt <= REPEAT_MS) return;
      askedAt = at;
      if (stage === 'stopping') return force();
      // Whoever has closed the terminal reads no warning.
      if (stage === 'warned' || name === 'SIGHUP' || runs() === 0) return end();
      stage = 'warned';
      warn?.(runs());
    },
    runsChanged() {
      if (stage === 'warned' && runs() === 0) end();
    },
  };
}

/** Calls `signal` whenever the program is asked to end. */
export function onShutdownSignal(signal: (name: NodeJS.Signals) => void): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, signal);
}
