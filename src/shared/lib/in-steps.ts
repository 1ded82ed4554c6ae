/** Work that lets others have their turn wherever it yields. */
export type InSteps<T> = Generator<void, T, void>;

/** Does it without a pause, for what is known to be little. */
export function atOnce<T>(work: InSteps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
