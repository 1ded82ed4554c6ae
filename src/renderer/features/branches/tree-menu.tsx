import { Columns2, Copy, GitFork, Layers, Milestone, Pencil, Tag, X } from 'lucide-react';
import { forkThread, labelBranch } from '../../data/branch-actions.ts';
import { showContextAt } from '../../state/context-at.ts';
import { openCompare } from '../../state/compare.ts';
import { copyShort } from '../../ui/copy.ts';
import { MenuAt, type MenuEntry, type Place } from '../../ui/menu.tsx';
import type { TreeItem } from './tree-layout.ts';

type TreeMenuProps = {
  readonly threadId: string;
  readonly item: TreeItem;
  readonly headId: string | null;
  readonly at: Place;
  /** Has the focus after it. */
  readonly returnTo: HTMLElement | null;
  /** As by a click: with Shift it compares. */
  readonly onPick: (shift: boolean) => void;
  readonly onName: () => void;
  readonly onClose: () => void;
};

/** What can be done with a row of the tree. */
export function TreeMenu({ threadId, item, headId, at, returnTo, onPick, onName, onClose }: TreeMenuProps) {
  const { stretch, live } = item;
  const entryId = stretch.lastId;
  const ofBranch: readonly MenuEntry[] = [
    {
      label: live ? 'Show in the conversation' : 'Switch to this branch',
      icon: <Milestone />,
      keys: 'Enter',
      onSelect: () => onPick(false),
    },
    ...(live || headId === null
      ? []
      : [
          {
            label: 'Compare with the active branch',
            icon: <Columns2 />,
            keys: 'Shift+Enter',
            onSelect: () => onPick(true),
          },
        ]),
    { label: 'Compare with…', icon: <Columns2 />, onSelect: () => openCompare({ threadId, entryId }) },
  ];
  const ofName: readonly MenuEntry[] = [
    {
      label: stretch.label === undefined ? 'Name this branch…' : 'Rename this branch…',
      icon: stretch.label === undefined ? <Tag /> : <Pencil />,
      keys: 'F2',
      separated: true,
      takesFocus: true,
      onSelect: onName,
    },
    ...(stretch.label === undefined
      ? []
      : [{ label: 'Remove the name', icon: <X />, onSelect: () => nameBranch(threadId, item, '') }]),
  ];
  const ofEntry: readonly MenuEntry[] = [
    {
      label: 'Fork to a new thread',
      icon: <GitFork />,
      separated: true,
      onSelect: () => void forkThread(threadId, entryId),
    },
    { label: 'Show what the model sees here', icon: <Layers />, onSelect: () => showContextAt({ threadId, entryId }) },
    { label: 'Copy the entry’s id', icon: <Copy />, onSelect: () => void copyShort(entryId, 'id', 'entry’s id') },
  ];
  return <MenuAt entries={[...ofBranch, ...ofName, ...ofEntry]} anchor={at} returnTo={returnTo} onClose={onClose} />;
}

/** Where it has a name already, that one changes; '' removes it. */
export function nameBranch(threadId: string, { stretch }: TreeItem, label: string): void {
  labelBranch(threadId, stretch.labelId ?? stretch.lastId, label);
}
