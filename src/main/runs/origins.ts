import type { ResolvedAgent } from '../agent/agent.ts';

/** The programs that the agents of one run live in. */
export type Origins = {
  /** Keeps the agent's program there until the run has ended. When it goes while that agent works, `lost` is called. */
  readonly hold: (agent: ResolvedAgent) => void;
  readonly release: () => void;
};

/** `working`: the id of the agent that works now. */
export function holdOrigins(working: () => string | undefined, lost: (reason: unknown) => void): Origins {
  const releases: (() => void)[] = [];
  return {
    hold({ origin, snapshot }) {
      if (origin === undefined) return;
      const onLost = (): void => {
        if (working() === snapshot.id) lost(origin.lost.reason);
      };
      origin.lost.addEventListener('abort', onLost);
      const release = origin.hold();
      releases.push(() => {
        origin.lost.removeEventListener('abort', onLost);
        release();
      });
      if (origin.lost.aborted) onLost();
    },
    release() {
      for (const release of releases.splice(0)) release();
    },
  };
}
