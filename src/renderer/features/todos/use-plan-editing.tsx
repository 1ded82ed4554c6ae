import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { type Plan, type PlanItem, planItems } from '../../../shared/todos/plan.ts';
import { editTodos } from '../../data/todo-actions.ts';
import { ItemMenu, pressOn, type ItemActs, type Writing } from './item-commands.tsx';
import { moveTo } from './plan-moves.ts';
import { useDrag, type Drag } from './use-drag.ts';

/** How people change a plan in its place. */
export type PlanEditing = {
  readonly handlers: Drag['handlers'] & {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onContextMenu: (event: MouseEvent) => void;
  };
  readonly onMenu: (key: string, button: HTMLElement) => void;
  readonly onEdit: ItemActs['onEdit'];
  readonly onAdd: (content: string, phase: string | undefined) => void;
  readonly place: Drag['place'];
  readonly writing: Writing | undefined;
  readonly endWriting: () => void;
  readonly menu: ReactNode;
};

/** `root`: what the lines of the plan are in. */
export function usePlanEditing(threadId: string, plan: Plan, root: RefObject<HTMLElement | null>): PlanEditing {
  const [open, setOpen] = useState<{ readonly key: string; readonly anchor: HTMLElement }>();
  const [writing, setWriting] = useState<Writing>();
  /** The item that gets the focus back, if what had it is gone. */
  const next = useRef<string>(undefined);
  const itemOf = (key: string | undefined): PlanItem | undefined => planItems(plan).find((item) => item.key === key);

  const acts: ItemActs = {
    onEdit(edit, item) {
      if (root.current?.contains(document.activeElement))
        next.current = edit.type === 'rm' ? beside(root.current, item.key) : item.key;
      void editTodos(threadId, edit, item.content);
    },
    onWrite: setWriting,
  };
  const drag = useDrag((key, place) => {
    const edit = moveTo(plan, key, place);
    const item = itemOf(key);
    if (edit !== undefined && item !== undefined) acts.onEdit(edit, item);
  });

  useEffect(() => {
    if (next.current === undefined || document.activeElement !== document.body) return;
    lineOf(root.current, next.current)?.querySelector('button')?.focus();
    next.current = undefined;
  });

  const onMenu = useCallback((key: string, anchor: HTMLElement) => setOpen({ key, anchor }), []);
  const onAdd = useCallback(
    (content: string, phase: string | undefined) => void editTodos(threadId, { type: 'add', content, phase }),
    [threadId],
  );
  const opened = itemOf(open?.key);
  return {
    handlers: {
      ...drag.handlers,
      onKeyDown(event) {
        const item = itemAt(event.target);
        if (item === undefined || event.target instanceof HTMLInputElement) return;
        if (!pressOn(plan, item, event.nativeEvent, acts)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onContextMenu(event) {
        const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
        const anchor = line?.querySelector<HTMLElement>('[aria-haspopup=menu]');
        if (line?.dataset.key === undefined || anchor == null) return;
        event.preventDefault();
        onMenu(line.dataset.key, anchor);
      },
    },
    onMenu,
    onEdit: acts.onEdit,
    onAdd,
    place: drag.place,
    writing,
    endWriting() {
      next.current = writing?.key;
      setWriting(undefined);
    },
    menu: open !== undefined && opened !== undefined && (
      <ItemMenu plan={plan} item={opened} anchor={open.anchor} {...acts} onClose={() => setOpen(undefined)} />
    ),
  };

  function itemAt(target: EventTarget): PlanItem | undefined {
    const line = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
    return itemOf(line?.dataset.key);
  }
}

function lineOf(root: HTMLElement | null, key: string): HTMLElement | undefined {
  return linesOf(root).find((line) => line.dataset.key === key);
}

/** The line that a removed one leaves its place to. */
function beside(root: HTMLElement, key: string): string | undefined {
  const lines = linesOf(root);
  const at = lines.findIndex((line) => line.dataset.key === key);
  return (lines[at + 1] ?? lines[at - 1])?.dataset.key;
}

function linesOf(root: HTMLElement | null): readonly HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
}
