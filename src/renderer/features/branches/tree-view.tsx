import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type MouseEvent } from 'react';
import type { BranchTree } from '../../../shared/thread/branch-tree.ts';
import { activateBranch } from '../../data/branch-actions.ts';
import { setZoom, useBranchView, ZOOMS } from '../../state/branch-view.ts';
import { openCompare } from '../../state/compare.ts';
import { navigate } from '../../state/route.ts';
import type { Place } from '../../ui/menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import { FindBar } from './find-bar.tsx';
import { findItems } from './tree-find.ts';
import { layoutTree, unfolded, type TreeItem } from './tree-layout.ts';
import { nameBranch, TreeMenu } from './tree-menu.tsx';
import { clickedIn, rowHeight, TreeRow } from './tree-row.tsx';
import { TreeToolbar } from './tree-toolbar.tsx';
import { useFolds } from './use-folds.ts';
import { useTreeKeys } from './use-tree-keys.ts';

type TreeViewProps = { readonly threadId: string; readonly tree: BranchTree };

/** The outline of a thread's branches: what is in sight is drawn, however many there are. */
export function TreeView({ threadId, tree }: TreeViewProps) {
  const name = useId();
  const now = useNow(30_000);
  const zoom = useBranchView((state) => state.zoom);
  const items = useMemo(() => layoutTree(tree), [tree]);
  const { isFolded, fold, keep } = useFolds(threadId, items);
  const rows = unfolded(items, isFolded);
  const [currentId, setCurrentId] = useState<string>();
  const [query, setQuery] = useState<string>();
  const found = useMemo(() => findItems(items, query ?? ''), [items, query]);
  const foundIds = useMemo(() => new Set(found.map(({ id }) => id)), [found]);
  const activeId = items.find(({ active }) => active)?.id;
  const current = rows.find(({ id }) => id === (currentId ?? activeId)) ?? rows[0];
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ readonly id: string; readonly at: Place }>();
  const [namedId, setNamedId] = useState<string>();

  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.id ?? index,
    estimateSize: (index) => {
      const item = rows[index];
      return item === undefined ? 0 : rowHeight(item, zoom);
    },
    overscan: 8,
  });
  const heights = rows.map((item) => rowHeight(item, zoom)).join();
  const measure = useEffectEvent(() => list.measure());
  useEffect(() => measure(), [heights]);

  // What is to be shown next may still have to be unfolded.
  const [shownId, setShownId] = useState(activeId);
  const show = useEffectEvent((id: string | undefined, align: 'auto' | 'center') => {
    const index = rows.findIndex((row) => row.id === id);
    if (index !== -1) list.scrollToIndex(index, { align });
  });
  useEffect(() => show(activeId, 'center'), [activeId, zoom]);
  useEffect(() => show(shownId, 'auto'), [shownId]);

  function setCurrent({ id }: TreeItem): void {
    setCurrentId(id);
    setShownId(id);
  }

  function pick(item: TreeItem, shift: boolean): void {
    setCurrentId(item.id);
    if (shift && !item.live && tree.headId !== null) {
      const entryId = item.stretch.lastId;
      return openCompare({ threadId, entryId: tree.headId }, { threadId, entryId });
    }
    if (item.live) return navigate({ view: 'thread', threadId, entryId: item.active ? item.stretch.lastId : item.id });
    keep();
    activateBranch(threadId, item.stretch.lastId);
  }

  function click({ target, shiftKey }: MouseEvent): void {
    const clicked = clickedIn(target);
    const item = rows.find(({ id }) => id === clicked?.itemId);
    if (item === undefined) return;
    if (clicked?.folds === true) fold([item], !isFolded(item));
    else pick(item, shiftKey);
  }

  /** Also by the keys for it, which act on the current item. */
  function openMenu(event: MouseEvent): void {
    const { target, currentTarget, clientX, clientY } = event;
    const byKey = target === currentTarget && event.button !== 2;
    const id = byKey ? current?.id : clickedIn(target)?.itemId;
    if (id === undefined) return;
    event.preventDefault();
    setCurrentId(id);
    const row = byKey && document.getElementById(`${name}-${id}`);
    setMenu({ id, at: row || { getBoundingClientRect: () => new DOMRect(clientX, clientY) } });
  }

  function step(by: 1 | -1): void {
    const at = found.findIndex(({ id }) => id === current?.id);
    const next = at === -1 ? nearest(items, found, current, by) : found.at((at + by) % found.length);
    if (next === undefined) return;
    fold(aboveOf(items, next), false);
    setCurrent(next);
  }

  function fit(): void {
    const most = unfolded(items, (item) => !item.holdsLive);
    fold(items, true);
    fold(
      items.filter(({ holdsLive }) => holdsLive),
      false,
    );
    const room = scroller.current?.clientHeight ?? 0;
    const fits = ZOOMS.findLast((one) => most.reduce((sum, item) => sum + rowHeight(item, one), 0) <= room);
    setZoom(fits ?? 'dense');
  }

  const press = useTreeKeys({
    rows,
    current,
    pageRows: Math.max(1, list.getVirtualItems().length - 2 * 8),
    isFolded,
    onCurrent: setCurrent,
    onFold: fold,
    onPick: pick,
    onName: (item) => setNamedId(item.id),
    onFind: (typed) => setQuery(typed),
  });
  const drawn = list.getVirtualItems();
  const currentAt = rows.findIndex(({ id }) => id === current?.id);
  const menuItem = rows.find(({ id }) => id === menu?.id);
  const idOf = (item: TreeItem | undefined): string => `${name}-${item?.id}`;

  return (
    <>
      <TreeToolbar
        items={items}
        zoom={zoom}
        allFolded={items.every((item) => item.branches === 0 || isFolded(item))}
        onFold={(folded) => fold(items, folded)}
        onFind={() => setQuery(query ?? '')}
        onFit={fit}
      />
      {query !== undefined && (
        <FindBar
          query={query}
          onQuery={setQuery}
          count={found.length}
          position={found.findIndex(({ id }) => id === current?.id) + 1}
          onStep={step}
          onClose={() => {
            setQuery(undefined);
            scroller.current?.focus();
          }}
        />
      )}
      <div
        ref={scroller}
        role="tree"
        aria-label="Tree of branches"
        tabIndex={0}
        aria-activedescendant={drawn.some(({ index }) => index === currentAt) ? idOf(current) : undefined}
        onKeyDown={press}
        onClick={click}
        onContextMenu={openMenu}
        className="group/tree scroll-thin @container min-h-0 flex-1 overflow-x-hidden overflow-y-auto py-1 outline-none"
      >
        <div role="none" className="relative" style={{ height: list.getTotalSize() }}>
          {drawn.map(({ key, index, start }) => {
            const item = rows[index];
            return (
              item !== undefined && (
                <div
                  key={key}
                  role="none"
                  className="absolute inset-x-0 top-0"
                  style={{ height: rowHeight(item, zoom), transform: `translateY(${start}px)` }}
                >
                  <TreeRow
                    id={idOf(item)}
                    item={item}
                    zoom={zoom}
                    folded={isFolded(item)}
                    current={index === currentAt}
                    found={foundIds.has(item.id)}
                    now={now}
                    naming={
                      item.id === namedId
                        ? {
                            returnTo: scroller,
                            onSave: (label) => nameBranch(threadId, item, label),
                            onEnd: () => setNamedId(undefined),
                          }
                        : undefined
                    }
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
      {menu !== undefined && menuItem !== undefined && (
        <TreeMenu
          threadId={threadId}
          item={menuItem}
          headId={tree.headId}
          at={menu.at}
          returnTo={scroller.current}
          onPick={(shift) => pick(menuItem, shift)}
          onName={() => setNamedId(menuItem.id)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  );
}

/** The match that comes next from here, in the order of the outline. */
function nearest(
  items: readonly TreeItem[],
  found: readonly TreeItem[],
  current: TreeItem | undefined,
  by: 1 | -1,
): TreeItem | undefined {
  const places = new Map(items.map(({ id }, index) => [id, index]));
  const placeOf = (item: TreeItem | undefined): number => places.get(item?.id ?? '') ?? 0;
  const from = placeOf(current);
  return by === 1
    ? (found.find((item) => placeOf(item) >= from) ?? found[0])
    : (found.findLast((item) => placeOf(item) <= from) ?? found.at(-1));
}

/** The items that one hangs below. */
function aboveOf(items: readonly TreeItem[], item: TreeItem): readonly TreeItem[] {
  const byId = new Map(items.map((one) => [one.id, one]));
  const above: TreeItem[] = [];
  for (let up = byId.get(item.parentId ?? ''); up !== undefined; up = byId.get(up.parentId ?? '')) above.push(up);
  return above;
}
