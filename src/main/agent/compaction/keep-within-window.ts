import { contextSize, type RequestFrame } from '../../../shared/run/context.ts';
import type { CompactionTrigger } from '../../../shared/thread/context-bodies.ts';
import type { LoopEffects } from '../effects.ts';
import type { PhasesState } from '../../../shared/todos/phases-on-branch.ts';
import type { Model } from '../model.ts';
import { clearOutputs } from './clear-outputs.ts';
import { compact } from './compact.ts';
import { weigh } from './weigh.ts';
import type { CompactionWish } from './parts.ts';
import { COMPACTION_PROMPT } from '../../../shared/run/compaction-prompt.ts';

/** A run whose context is to stay within its model's window. `gaveUp`: it could not be compacted, and goes on as it is. */
export type Kept = {
  readonly model: Model;
  readonly frame: RequestFrame;
  readonly step: number;
  /** Of the run, if it keeps one. */
  readonly phases: () => PhasesState | undefined;
  readonly state: { gaveUp: boolean };
};

/** Cleared outputs are enough when they leave so much room that the next steps need none. */
const ENOUGH = 0.75;

/** Before a model call: compacts when a person has asked for it, or when the context has grown past its share. */
export async function keepWithinWindow(kept: Kept, effects: LoopEffects, signal: AbortSignal): Promise<void> {
  const { settings, wish, counted } = effects.compaction;
  const wished = wish();
  if (wished !== undefined) {
    await attempt(kept, { trigger: 'person', ...wished }, effects, signal);
    return;
  }
  const { automatic, share } = settings();
  const { contextWindow } = kept.model;
  if (!automatic || contextWindow === undefined || kept.state.gaveUp) return;
  const most = contextWindow * share;
  // Without a count, all of the branch is estimated.
  if (counted() === undefined) await weigh(effects.branch());
  if (contextSize(effects.branch(), kept.frame, counted()).tokens <= most) return;
  const left = clear(kept, 'threshold', effects);
  if (left !== undefined && left <= most * ENOUGH) return;
  kept.state.gaveUp = !(await attempt(kept, { trigger: 'threshold' }, effects, signal));
}

/** After a provider has refused a request as too long. Answers whether it is shorter now. */
export async function compactAfterOverflow(kept: Kept, effects: LoopEffects, signal: AbortSignal): Promise<boolean> {
  if (!effects.compaction.settings().automatic) return false;
  const cleared = clear(kept, 'overflow', effects) !== undefined;
  const compacted = await attempt(kept, { trigger: 'overflow' }, effects, signal);
  return (compacted || cleared) && !signal.aborted;
}

/** How many tokens are left; `undefined` when no outputs were cleared. */
function clear({ frame }: Kept, trigger: CompactionTrigger, effects: LoopEffects): number | undefined {
  const { settings, counted } = effects.compaction;
  const { keepTokens } = settings();
  const body = clearOutputs({ path: effects.branch(), frame, counted: counted(), keepTokens, trigger });
  if (body === undefined) return undefined;
  return effects.append([{ id: effects.newId(), body }]).ok ? body.after.tokens : undefined;
}

/** Whether it was compacted. A stop of the run, or the person's cancelling, needs no telling. */
async function attempt(
  { model: own, frame, step, phases }: Kept,
  what: { readonly trigger: CompactionTrigger } & CompactionWish,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<boolean> {
  const { settings, model, counted, begun, failed } = effects.compaction;
  const { keepTokens, prompt = COMPACTION_PROMPT } = settings();
  const writer = model(own);
  if (!writer.ok) {
    failed(writer.error);
    return false;
  }
  const job = { ...what, model: writer.value, prompt, keepTokens, frame, counted: counted(), step, phases: phases() };
  const done = await compact(job, effects, AbortSignal.any([signal, begun()]));
  if (!done.ok && done.error.code !== 'aborted') failed(done.error);
  return done.ok;
}
