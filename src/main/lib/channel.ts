/** What one side puts in and the other takes out in order; `end` lets the taker finish after the last one. */
export type Channel<T> = {
  readonly put: (item: T) => void;
  readonly end: () => void;
  readonly items: AsyncIterable<T>;
};

export function channel<T>(): Channel<T> {
  const waiting: T[] = [];
  let ended = false;
  let wake: () => void = () => undefined;

  async function* take(): AsyncGenerator<T> {
    for (;;) {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) yield item;
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    put(item) {
      waiting.push(item);
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    items: take(),
  };
}
