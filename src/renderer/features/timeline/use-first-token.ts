import { useState } from 'react';
import type { LiveRun } from '../../../shared/run/live.ts';

type Seen = { readonly call: string; readonly waited: boolean; readonly firstTokenAt?: number };

/** When the model call under way was seen to begin streaming; `undefined` for one that streamed before the window looked. */
export function useFirstToken(run: LiveRun | undefined): number | undefined {
  const [seen, setSeen] = useState<Seen>();
  const call = run === undefined ? '' : `${run.runId}/${run.step}/${run.sentAt}`;
  const next = stepSeen(seen, call, run?.phase);
  if (next !== seen) setSeen(next);
  return next?.firstTokenAt;
}

function stepSeen(seen: Seen | undefined, call: string, phase: LiveRun['phase'] | undefined): Seen | undefined {
  const known = seen?.call === call ? seen : undefined;
  if (phase === 'waiting') return known ?? { call, waited: true };
  if (phase !== 'streaming') return known;
  if (known === undefined) return { call, waited: false };
  return known.waited && known.firstTokenAt === undefined ? { ...known, firstTokenAt: Date.now() } : known;
}
