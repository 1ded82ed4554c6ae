/** An id as agents make them: of a few words of the content, with a number where it is taken. */
export function freshId(taken: ReadonlySet<string>, content: string): string {
  const words = content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.slice(0, 3).join('-') || 'item';
  let id = name;
  for (let n = 2; taken.has(id); n += 1) id = `${name}-${n}`;
  return id;
}
