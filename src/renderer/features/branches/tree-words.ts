import type { TreeMark } from '../../../shared/thread/tree-mark.ts';
import { assertNever } from '../../../shared/lib/assert.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { ThreadStatus } from '../../../shared/run/status.ts';
import { formatTokens } from '../../../shared/run/token-words.ts';
import { formatAge, formatCost, formatCount } from '../../ui/format.ts';
import { statusText } from '../../ui/status-text.ts';
import type { TreeItem } from './tree-layout.ts';

export function statusOf({ run }: TreeItem): ThreadStatus {
  return run?.status ?? 'idle';
}

/** A branch is known by its name or how it ends, what several share by how it begins. */
export function titleOf({ stretch, isEnd }: TreeItem): string {
  const words = stretch.label ?? (isEnd ? stretch.last : stretch.first);
  return words === '' ? 'Without words' : visibleText(words);
}

/** `12 steps`; of a stretch in which no model answered, `1 entry`. */
export function lengthOf({ stretch: { steps, entries } }: TreeItem): string {
  return steps > 0 ? counted(steps, 'step') : counted(entries, 'entry', 'entries');
}

export function tokensOf({ usage: { calls, input, output } }: TreeItem): string | undefined {
  return calls === 0 ? undefined : `${formatTokens(input + output)} tokens`;
}

export function branchesText(count: number): string {
  return counted(count, 'branch', 'branches');
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

export function markText(mark: TreeMark): string {
  switch (mark.kind) {
    case 'subagent':
      return mark.agent === undefined ? 'Sub-agent' : `Sub-agent ${visibleText(mark.agent)}`;
    case 'handoff':
      return `Handoff to ${visibleText(mark.agent)}`;
    case 'compaction':
      return `Compaction, ${formatTokens(mark.before)} → ${formatTokens(mark.after)} tokens`;
    case 'intervention':
      return `Intervention: ${mark.changed.length === 0 ? 'nothing changed' : visibleText(mark.changed.join(', '))}`;
    default:
      return assertNever(mark);
  }
}

/** All that a row shows, as it is read out. */
export function spokenOf(item: TreeItem, folded: boolean, now: number): string {
  const { stretch, run, isEnd, active, live, branches, usage } = item;
  const { plan, marks, at } = stretch;
  const age = formatAge(at, now);
  const ofEnd = [
    statusText(statusOf(item)),
    run && visibleText(run.agent),
    run && visibleText(run.model),
    plan && `plan ${plan.done} of ${plan.total}`,
    tokensOf(item),
    formatCost(usage),
    age === 'now' ? 'just now' : `${age} ago`,
  ];
  const words = [
    titleOf(item),
    active ? 'active branch' : live && 'on the active branch',
    ...(isEnd ? ofEnd : []),
    lengthOf(item),
    ...marks.map(markText),
    folded && branchesText(branches),
    folded && item.holdsWork && 'a run is at work there',
  ];
  return words.filter((word) => typeof word === 'string').join(', ');
}
