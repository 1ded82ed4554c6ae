import { elementScroll, observeElementOffset, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** This close to the end counts as being there. */
export const AT_END_PX = 16;

type List = Virtualizer<HTMLDivElement, Element>;

export type Follow = {
  /** Whether the list sticks to its end. */
  readonly following: boolean;
  readonly setFollowing: (following: boolean) => void;
  /** For the virtualizer: how it scrolls. */
  readonly scrollToFn: List['options']['scrollToFn'];
  /** And how it learns of scrolling: while the list sticks to its end, what it does itself is none and draws nothing again. */
  readonly observeElementOffset: List['options']['observeElementOffset'];
};

/**
 * Keeps a scroller at its end while things are added or grow, until the person scrolls away; at the end it follows again.
 * Whatever moves the scroller and was not written here or by the virtualizer is the person.
 */
export function useFollow(
  scroller: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  initially: boolean,
): Follow {
  const [following, setState] = useState(initially);
  // What the next frame needs is not what was last drawn.
  const now = useRef(initially);
  const written = useRef(0);
  const byPerson = useRef(false);

  function setFollowing(next: boolean): void {
    now.current = next;
    setState(next);
  }

  const stick = useEffectEvent(() => {
    const box = scroller.current;
    if (box === null || !now.current) return;
    box.scrollTo({ top: box.scrollHeight });
    written.current = box.scrollTop;
  });
  // After every drawing: rows may have come, gone or been measured.
  useLayoutEffect(() => stick());

  const moved = useEffectEvent((box: HTMLDivElement) => {
    const by = box.scrollTop - written.current;
    byPerson.current = Math.abs(by) > 1;
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END_PX;
    if (by > 1 && atEnd) setFollowing(true);
    // Where rows went away at the end, the browser itself goes back.
    else if (Math.abs(by) > 1 && !atEnd) setFollowing(false);
    written.current = box.scrollTop;
  });
  // The wheel is known before the scrolling that it causes: what streams in between must not win.
  const wheeled = useEffectEvent((box: HTMLDivElement, deltaY: number) => {
    if (deltaY < 0 && box.scrollTop > 0) setFollowing(false);
  });
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const onScroll = (): void => moved(box);
    const onWheel = (event: WheelEvent): void => wheeled(box, event.deltaY);
    const resized = new ResizeObserver(() => stick());
    resized.observe(box);
    // Rows that grow are measured and drawn again one frame later: the end must not be lost meanwhile.
    if (content.current !== null) resized.observe(content.current);
    // Before the virtualizer hears of it and draws: that drawing would go back to the end.
    box.addEventListener('scroll', onScroll, { passive: true, capture: true });
    box.addEventListener('wheel', onWheel, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', onScroll, { capture: true });
      box.removeEventListener('wheel', onWheel);
    };
  }, [scroller, content]);

  return {
    following,
    setFollowing,
    scrollToFn: (offset, options, list) => {
      elementScroll(offset, options, list);
      written.current = scroller.current?.scrollTop ?? offset;
    },
    observeElementOffset: (list, tell) =>
      observeElementOffset(list, (offset, isScrolling) =>
        tell(offset, isScrolling && (byPerson.current || !now.current)),
      ),
  };
}
