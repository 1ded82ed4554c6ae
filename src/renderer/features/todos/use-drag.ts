import { useState, type DragEvent } from 'react';
import type { DropPlace } from './plan-moves.ts';

type DragHandlers = {
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
};

export type Drag = { readonly place: DropPlace | undefined; readonly handlers: DragHandlers };

/** Lets items be dragged to another place: lines carry `data-key`, headings `data-phase`. */
export function useDrag(onMove: (key: string, place: DropPlace) => void): Drag {
  const [held, setHeld] = useState<string>();
  const [place, setPlace] = useState<DropPlace>();

  function end(): void {
    setHeld(undefined);
    setPlace(undefined);
  }

  return {
    place,
    handlers: {
      onDragStart(event) {
        const line = lineOf(event.target);
        if (line?.dataset.key === undefined) return;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', line.textContent);
        setHeld(line.dataset.key);
      },
      onDragOver(event) {
        if (held === undefined) return;
        const next = placeAt(event);
        if (next === undefined) return;
        event.preventDefault();
        setPlace((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
      },
      onDragLeave(event) {
        const { currentTarget, relatedTarget } = event;
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setPlace(undefined);
      },
      onDrop(event) {
        const to = placeAt(event);
        if (held === undefined || to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onMove(held, to);
        end();
      },
      onDragEnd: end,
    },
  };
}

function lineOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-key], [data-phase]') : null;
}

function placeAt(event: DragEvent): DropPlace | undefined {
  const line = lineOf(event.target);
  if (line?.dataset.phase !== undefined) return { type: 'into', phase: line.dataset.phase };
  if (line?.dataset.key === undefined) return undefined;
  const { top, height } = line.getBoundingClientRect();
  return { type: event.clientY < top + height / 2 ? 'before' : 'after', key: line.dataset.key };
}
