import { ChevronsDownUp, ChevronsUpDown, Maximize2, Search, ZoomIn, ZoomOut } from 'lucide-react';
import { isActive } from '../../../shared/run/status.ts';
import { setZoom, ZOOMS, type Zoom } from '../../state/branch-view.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { TreeItem } from './tree-layout.ts';
import { branchesText, statusOf } from './tree-words.ts';

type TreeToolbarProps = {
  readonly items: readonly TreeItem[];
  readonly zoom: Zoom;
  readonly allFolded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly onFind: () => void;
  readonly onFit: () => void;
};

export function TreeToolbar({ items, zoom, allFolded, onFold, onFind, onFit }: TreeToolbarProps) {
  const at = ZOOMS.indexOf(zoom);
  const ends = items.filter(({ below }) => below === 'none');
  const atWork = items.filter((item) => item.isEnd && isActive(statusOf(item))).length;
  const canFold = items.some(({ branches }) => branches > 0);
  return (
    <div className="flex h-9 shrink-0 items-center border-b pr-2 pl-3">
      <span role="status" className="min-w-0 flex-1 truncate text-sm text-soft">
        {branchesText(ends.length)}
        {atWork > 0 && ` · ${atWork} at work`}
      </span>
      <IconButton size="sm" label="Find in the tree" icon={<Search />} onClick={onFind} />
      <IconButton
        size="sm"
        label={allFolded ? 'Unfold all' : 'Fold all'}
        icon={allFolded ? <ChevronsUpDown /> : <ChevronsDownUp />}
        disabled={!canFold}
        onClick={() => onFold(!allFolded)}
      />
      <IconButton
        size="sm"
        label="Zoom out"
        icon={<ZoomOut />}
        disabled={at === 0}
        onClick={() => setZoom(ZOOMS[at - 1] ?? zoom)}
      />
      <IconButton
        size="sm"
        label="Zoom in"
        icon={<ZoomIn />}
        disabled={at === ZOOMS.length - 1}
        onClick={() => setZoom(ZOOMS[at + 1] ?? zoom)}
      />
      <IconButton size="sm" label="Fit to the panel" icon={<Maximize2 />} onClick={onFit} />
    </div>
  );
}
