export type DiffLine =
  | { readonly type: 'hunk'; readonly text: string }
  | {
      readonly type: 'same' | 'added' | 'removed';
      readonly text: string;
      /** Line numbers in the file before and after; absent on the side that has no such line. */
      readonly before?: number;
      readonly after?: number;
    };

/** The lines of a unified diff without file headers. */
export function diffLines(diff: string): readonly DiffLine[] {
  let before = 1;
  let after = 1;
  const lines: DiffLine[] = [];
  const rows = diff.split('\n');
  if (rows.at(-1) === '') rows.pop();
  for (const row of rows) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(row);
    if (hunk !== null) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      lines.push({ type: 'hunk', text: row });
      continue;
    }
    const text = row.slice(1);
    if (row.startsWith('+')) lines.push({ type: 'added', text, after: after++ });
    else if (row.startsWith('-')) lines.push({ type: 'removed', text, before: before++ });
    else if (row.startsWith('\\')) lines.push({ type: 'hunk', text: text.trim() });
    else lines.push({ type: 'same', text, before: before++, after: after++ });
  }
  return lines;
}
