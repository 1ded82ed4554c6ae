import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Phases that the person folded or unfolded, by thread and phase: the newest so many. */
const MOST = 500;

type PlanFolds = {
  readonly folds: Readonly<Record<string, boolean>>;
  readonly setFolded: (key: string, folded: boolean) => void;
};

export const usePlanFolds = create<PlanFolds>()(
  persist(
    (set) => ({
      folds: {},
      setFolded: (key, folded) =>
        set(({ folds }) => {
          const others = Object.entries(folds).filter(([known]) => known !== key);
          return { folds: Object.fromEntries([...others.slice(1 - MOST), [key, folded]]) };
        }),
    }),
    { name: 'runlight-plan-folds' },
  ),
);

/** The fold of a phase, by its key in its plan. */
export function foldPlan(threadId: string, phaseKey: string, folded: boolean): void {
  usePlanFolds.getState().setFolded(foldKey(threadId, phaseKey), folded);
}

export function foldKey(threadId: string, phaseKey: string): string {
  return `${threadId} ${phaseKey}`;
}
