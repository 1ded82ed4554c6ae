import type { ComparedFile, ComparedSide, Comparison, FileFate, StepLine } from '../../../shared/compare/comparison.ts';
import { type ItemDifference, planRowDiffers } from '../../../shared/compare/plan-rows.ts';
import { STEP_WORDS } from '../../../shared/compare/steps.ts';
import { plainText } from '../../../shared/lib/plain-line.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { describeCall, type CallIcon } from '../../ui/describe-call.ts';
import { formatTokens } from '../../../shared/run/token-words.ts';
import { formatCost, formatDuration } from '../../ui/format.ts';

/** Which branch, run or thread a side is. */
export function sideName({ run, label, line }: ComparedSide): string {
  if (run !== undefined) return `Run ${run.number}`;
  return label ?? (line === '' ? 'Without words' : line);
}

export type LineWords = { readonly icon?: CallIcon; readonly verb: string; readonly text: string };

/** A step in one line. */
export function lineWords({ kind, name, text }: StepLine): LineWords {
  if (kind !== 'call') return { verb: STEP_WORDS[kind], text: visibleText(plainText(text)) };
  const { icon, verb, target = '', detail } = describeCall(name, text);
  return { icon, verb, text: visibleText(detail === undefined ? target : `${target} ${detail}`) };
}

/** One of the figures that are told of both sides. */
export type Fact = { readonly name: string; readonly left: string; readonly right: string; readonly change: string };

export function facts({ left, right }: Pick<Comparison, 'left' | 'right'>): readonly Fact[] {
  const [ours, theirs] = [left.totals, right.totals];
  const tokens = (side: ComparedSide): number => side.totals.usage.input + side.totals.usage.output;
  const priced = ours.usage.unpriced === 0 && theirs.usage.unpriced === 0;
  const cost = theirs.usage.cost - ours.usage.cost;
  return [
    fact('Time', ours.ms, theirs.ms, formatDuration),
    fact('Steps', ours.steps, theirs.steps, String),
    fact('Calls', ours.calls, theirs.calls, String),
    fact('Failed calls', ours.failedCalls, theirs.failedCalls, String),
    fact('Tokens', tokens(left), tokens(right), formatTokens),
    {
      name: 'Cost',
      left: formatCost(ours.usage) ?? '–',
      right: formatCost(theirs.usage) ?? '–',
      change: priced && cost !== 0 ? `${sign(cost)}$${dollars(Math.abs(cost))}` : '',
    },
    {
      name: 'Plan',
      left: planText(left),
      right: planText(right),
      change:
        left.plan === undefined || right.plan === undefined ? '' : signed(right.plan.done - left.plan.done, String),
    },
  ];
}

function planText({ plan }: ComparedSide): string {
  return plan === undefined ? '–' : `${plan.done}/${plan.total}`;
}

function fact(name: string, left: number, right: number, format: (value: number) => string): Fact {
  return { name, left: format(left), right: format(right), change: signed(right - left, format) };
}

function signed(change: number, format: (value: number) => string): string {
  return change === 0 ? '' : `${sign(change)}${format(Math.abs(change))}`;
}

function sign(value: number): string {
  return value < 0 ? '−' : '+';
}

function dollars(value: number): string {
  return value < 0.01 ? value.toPrecision(2) : value.toFixed(2);
}

/** How many rows of each part differ. */
export function differing({ rows, plan, files }: Comparison): Readonly<Record<'steps' | 'plans' | 'files', number>> {
  return {
    steps: rows.filter(({ type }) => type !== 'same').length,
    plans: plan.filter(planRowDiffers).length,
    files: files.filter(({ same }) => !same).length,
  };
}

const ITEM_WORDS: Readonly<Record<ItemDifference, string>> = {
  content: 'renamed',
  status: 'status',
  note: 'note',
  place: 'moved',
};

export function itemWords(differs: readonly ItemDifference[]): string {
  return differs.map((one) => ITEM_WORDS[one]).join(', ');
}

export function fateText(fate: FileFate | undefined): string {
  return fate ?? 'as it was';
}

export function fileOutcome({ left, right, same }: ComparedFile): string {
  if (same) return 'the same';
  if (left === undefined) return 'right only';
  return right === undefined ? 'left only' : 'differs';
}
