export type Slots = {
  /** Resolves when there is room, in the order of asking; false when `signal` aborted first, which takes none. */
  readonly take: (signal?: AbortSignal) => Promise<boolean>;
  /** Gives back what `take` took. */
  readonly release: () => void;
};

/** Room for `count` to work at the same time; the others wait. */
export function createSlots(count: number): Slots {
  const waiting = new Set<() => void>();
  let free = count;
  return {
    take(signal) {
      if (signal?.aborted === true) return Promise.resolve(false);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        function enter(): void {
          signal?.removeEventListener('abort', leave);
          resolve(true);
        }
        function leave(): void {
          waiting.delete(enter);
          resolve(false);
        }
        waiting.add(enter);
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
    release() {
      const [next] = waiting;
      if (next === undefined) free += 1;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}
