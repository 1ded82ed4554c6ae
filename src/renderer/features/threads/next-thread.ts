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

/** The row where Tab comes to the list: the one that had the focus last, else the open one, else the first that is there. */
export function tabStopOf(
  rendered: readonly string[],
  focusedId: string | undefined,
  openId: string | undefined,
): string | undefined {
  return [focusedId, openId].find((id) => id !== undefined && rendered.includes(id)) ?? rendered[0];
}
