import type { KeyboardEvent } from 'react';
import type { TreeItem } from './tree-layout.ts';

type TreeKeys = {
  /** Those in sight. */
  readonly rows: readonly TreeItem[];
  readonly current: TreeItem | undefined;
  readonly pageRows: number;
  readonly isFolded: (item: TreeItem) => boolean;
  readonly onCurrent: (item: TreeItem) => void;
  readonly onFold: (items: readonly TreeItem[], folded: boolean) => void;
  readonly onPick: (item: TreeItem, shift: boolean) => void;
  readonly onName: (item: TreeItem) => void;
  /** Opens the search, with what was typed. */
  readonly onFind: (typed: string) => void;
};

/** The keys of a WAI-ARIA tree, for whoever holds the focus for all of its items. */
export function useTreeKeys(keys: TreeKeys) {
  const { rows, current, pageRows, isFolded, onCurrent, onFold, onPick, onName, onFind } = keys;
  const at = rows.findIndex(({ id }) => id === current?.id);

  function move(to: number): void {
    const item = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (item !== undefined) onCurrent(item);
  }

  function unfold(item: TreeItem): void {
    if (item.branches === 0) return;
    if (isFolded(item)) onFold([item], false);
    else move(at + 1);
  }

  function fold(item: TreeItem): void {
    if (item.branches > 0 && !isFolded(item)) onFold([item], true);
    else move(item.parentId === undefined ? at : rows.findIndex(({ id }) => id === item.parentId));
  }

  /** False where the key means nothing here. */
  function act(event: KeyboardEvent): boolean {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'f') return done(onFind(''));
    if (ctrlKey || metaKey || altKey || current === undefined) return false;
    switch (key) {
      case 'ArrowDown':
        return done(move(at + 1));
      case 'ArrowUp':
        return done(move(at - 1));
      case 'ArrowRight':
        return done(unfold(current));
      case 'ArrowLeft':
        return done(fold(current));
      case 'Home':
        return done(move(0));
      case 'End':
        return done(move(rows.length - 1));
      case 'PageDown':
        return done(move(at + pageRows));
      case 'PageUp':
        return done(move(at - pageRows));
      case 'Enter':
      case ' ':
        return done(onPick(current, shiftKey));
      case 'F2':
        return done(onName(current));
      case '*':
        return done(
          onFold(
            rows.filter(({ parentId }) => parentId === current.parentId),
            false,
          ),
        );
      default:
        return /^[\p{L}\p{N}]$/u.test(key) ? done(onFind(key)) : false;
    }
  }

  return (event: KeyboardEvent): void => {
    if (!event.nativeEvent.isComposing && act(event)) event.preventDefault();
  };
}

function done(_acted: void): true {
  return true;
}
