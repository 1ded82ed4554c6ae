/** The index that a key leads to from `from`, among lines of which some are threads; `undefined` when to none. */
export function nextThread(key: string, from: number, isThread: readonly boolean[]): number | undefined {
  const indexes = isThread.flatMap((is, index) => (is ? [index] : []));
  switch (key) {
    case 'ArrowDown':
      return indexes.find((index) => index > from);
    case 'ArrowUp':
      return indexes.findLast((index) => index < from);
    case 'Home':
      return indexes[0];
    case 'End':
      return indexes.at(-1);
    default:
      return undefined;
  }
}
