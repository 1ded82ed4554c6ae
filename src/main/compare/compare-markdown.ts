import type { ComparedSide, Comparison, CompareRow, StepLine, StepPart } from '../../shared/compare/comparison.ts';
import { planRowDiffers, type PlacedItem } from '../../shared/compare/plan-rows.ts';
import { STEP_WORDS } from '../../shared/compare/steps.ts';
import type { UsageTotal } from '../../shared/run/usage.ts';
import { statusWord } from '../../shared/todos/plan.ts';
import { fenced, plainLine } from '../formats/markdown-text.ts';
import type { Pace } from '../lib/pace.ts';

/** Differences beyond are named, and not written out. */
const MOST_DIFFS = 200;
const MOST_DIFF = 4000;

/** A comparison to be read anywhere; `partsOf`: what a row that differs holds. Others have their turn between two rows. */
export async function compareMarkdown(
  { left, right, common, rows, plan, files }: Comparison,
  onlyDifferences: boolean,
  partsOf: (row: CompareRow) => readonly StepPart[],
  { breathe }: Pace,
): Promise<string> {
  const shown = onlyDifferences ? rows.filter(({ type }) => type !== 'same') : rows;
  const items = onlyDifferences ? plan.filter(planRowDiffers) : plan;
  const changed = onlyDifferences ? files.filter(({ same }) => !same) : files;
  let diffs = 0;
  const steps: string[] = [];
  for (const row of shown) {
    const written = row.type === 'changed' && diffs < MOST_DIFFS;
    if (written) diffs += 1;
    steps.push(rowText(row, written ? partsOf(row) : []));
    await breathe();
  }
  return [
    '# Comparison',
    table(['', nameOf(left), nameOf(right)], factsOf(left, right)),
    '## Steps',
    ...(common === undefined ? [] : [`Both go the same way for ${common.entries} entries.`]),
    steps.length === 0 ? 'No differences.' : steps.join('\n'),
    ...(items.length === 0
      ? []
      : [
          '## Plans',
          table(
            ['Left', 'Right'],
            items.map((item) => [itemText(item.left), itemText(item.right)]),
          ),
        ]),
    ...(changed.length === 0
      ? []
      : [
          '## Files',
          table(
            ['File', 'Left', 'Right', ''],
            changed.map((file) => [file.path, file.left ?? '', file.right ?? '', file.same ? 'the same' : '']),
          ),
        ]),
    '',
  ].join('\n\n');
}

type Cells = readonly string[];

function table(head: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells): string => `| ${cells.map(plainLine).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function nameOf({ title, run, label }: ComparedSide): string {
  if (run !== undefined) return `${title}, run ${run.number}`;
  return label === undefined ? title : `${title}, ${label}`;
}

function factsOf(left: ComparedSide, right: ComparedSide): readonly Cells[] {
  const facts: readonly (readonly [string, (side: ComparedSide) => string])[] = [
    ['Ends with', ({ line }) => line],
    ['Agent', ({ agent = '' }) => agent],
    ['Model', ({ model = '' }) => model],
    ['Status', ({ status }) => status],
    ['Plan', ({ plan }) => (plan === undefined ? '' : `${plan.done}/${plan.total}`)],
    ['Time', ({ totals }) => `${(totals.ms / 1000).toFixed(1)} s`],
    ['Steps', ({ totals }) => String(totals.steps)],
    ['Calls', ({ totals: { calls, failedCalls } }) => `${calls}${failedCalls === 0 ? '' : ` (${failedCalls} failed)`}`],
    ['Tokens in', ({ totals }) => String(totals.usage.input)],
    ['Tokens out', ({ totals }) => String(totals.usage.output)],
    ['Cost', ({ totals }) => costOf(totals.usage)],
  ];
  return facts.map(([name, of]) => [name, of(left), of(right)]);
}

function costOf({ calls, cost, unpriced }: UsageTotal): string {
  if (calls === unpriced) return calls === 0 ? '' : 'unpriced';
  return `$${cost.toFixed(4)}${unpriced === 0 ? '' : ` and ${unpriced} unpriced calls`}`;
}

const MARKS: Readonly<Record<CompareRow['type'], string>> = {
  same: '',
  changed: '**differs** ',
  left: '**left only** ',
  right: '**right only** ',
};

function rowText({ type, left, right }: CompareRow, parts: readonly StepPart[]): string {
  const line = left ?? right;
  if (line === undefined) return '';
  const diffs = parts.flatMap((part) =>
    part.type === 'differs' ? [`  ${part.name}:\n\n${indented(fenced(clipped(part.diff), 'diff'))}`] : [],
  );
  return [`- ${MARKS[type]}${stepText(line)}`, ...diffs].join('\n\n');
}

function stepText({ kind, name, text, outcome }: StepLine): string {
  const words = kind === 'call' ? name : STEP_WORDS[kind];
  const failed = outcome === 'failed' ? ' _(failed)_' : '';
  return `${plainLine(words)}: ${plainLine(text.slice(0, 160))}${failed}`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

function clipped(diff: string): string {
  return diff.length <= MOST_DIFF ? diff : `${diff.slice(0, MOST_DIFF)}\n…\n`;
}

function itemText(placed: PlacedItem | undefined): string {
  if (placed === undefined) return '';
  const { item, phase } = placed;
  const where = phase === undefined ? '' : `${phase}: `;
  return `${where}${item.content} (${statusWord(item.status)})`;
}
