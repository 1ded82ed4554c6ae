import { setFolds, useBranchView } from '../../state/branch-view.ts';
import { ofThread } from '../../state/by-thread.ts';
import type { TreeItem } from './tree-layout.ts';

/** A tree with more items begins folded, but for the active branch. */
const MOST_UNFOLDED = 200;

const NONE: { readonly [itemId: string]: boolean } = {};

export type TreeFolds = {
  readonly isFolded: (item: TreeItem) => boolean;
  readonly fold: (items: readonly TreeItem[], folded: boolean) => void;
  /** What is in sight stays so, whichever branch is the active one next. */
  readonly keep: () => void;
};

export function useFolds(threadId: string, items: readonly TreeItem[]): TreeFolds {
  const folds = useBranchView((state) => ofThread(state.folds, threadId)) ?? NONE;
  const isFolded = (item: TreeItem): boolean =>
    folds[item.id] ?? (items.length > MOST_UNFOLDED && item.branches > 0 && !item.holdsLive);
  const fold = (some: readonly TreeItem[], folded: boolean): void =>
    setFolds(threadId, Object.fromEntries(some.filter(({ branches }) => branches > 0).map(({ id }) => [id, folded])));
  return {
    isFolded,
    fold,
    keep: () =>
      fold(
        items.filter((item) => item.holdsLive && !isFolded(item)),
        false,
      ),
  };
}
