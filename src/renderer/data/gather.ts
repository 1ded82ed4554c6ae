/** A window that nobody sees draws no frames, and goes on all the same. */
const AT_LEAST_EVERY_MS = 100;

export type Gathering<T> = {
  readonly add: (item: T) => void;
  /** Tells of what is there now, and does not wait for the frame. */
  readonly flush: () => void;
};

/** Tells once before each frame what has come since the last one, in order. */
export function gatherByFrame<T>(tell: (items: readonly T[]) => void): Gathering<T> {
  let items: T[] = [];
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    if (items.length === 0) return;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const gathered = items;
    items = [];
    tell(gathered);
  }

  return {
    add(item) {
      if (items.push(item) > 1) return;
      frame = requestAnimationFrame(flush);
      timer = setTimeout(flush, AT_LEAST_EVERY_MS);
    },
    flush,
  };
}
