import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { ofThread, type ByThread } from './by-thread.ts';

/** How much room each branch has: one line, two, or three. */
export const ZOOMS = ['dense', 'cozy', 'roomy'] as const;
export type Zoom = (typeof ZOOMS)[number];

type Folds = { readonly [itemId: string]: boolean };

type BranchView = {
  readonly zoom: Zoom;
  /** What the person folded or unfolded in trees, by thread; it lasts as long as the window. */
  readonly folds: ByThread<Folds>;
};

export const useBranchView = create<BranchView>()(
  persist((): BranchView => ({ zoom: 'cozy', folds: {} }), {
    name: 'runlight-branch-view',
    partialize: ({ zoom }) => ({ zoom }),
  }),
);

export function setZoom(zoom: Zoom): void {
  useBranchView.setState({ zoom });
}

/** Beside what is folded or unfolded there already. */
export function setFolds(threadId: string, changed: Folds): void {
  useBranchView.setState(({ folds }) => ({
    folds: { ...folds, [threadId]: { ...ofThread(folds, threadId), ...changed } },
  }));
}
