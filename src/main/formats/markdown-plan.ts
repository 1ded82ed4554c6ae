import {
  describeDifference,
  type Plan,
  planDifferences,
  type PlanItem,
  planItems,
  type PlanStatus,
} from '../../shared/todos/plan.ts';
import { plainLine } from './markdown-text.ts';

/** What one call changed in the plan, in a line. */
export function planLine(before: Plan | undefined, after: Plan): string {
  const changes = planDifferences(before, after).map((difference) => plainLine(describeDifference(difference)));
  return changes.length === 0 ? '' : `_Plan: ${changes.join(', ')}_\n\n`;
}

const WORDS: Readonly<Partial<Record<PlanStatus, string>>> = {
  in_progress: 'in progress',
  abandoned: 'dropped',
  blocked: 'blocked',
};

export function planSection(plan: Plan): string {
  if (planItems(plan).length === 0) return '## Plan\n\n_The plan is empty._\n\n';
  const blocks = plan.phases.flatMap(({ name, items }) => [
    ...(name === undefined ? [] : [`### ${plainLine(name)}`]),
    ...(items.length === 0 ? [] : [items.map(planItemLine).join('\n')]),
  ]);
  return `## Plan\n\n${blocks.join('\n\n')}\n\n`;
}

function planItemLine({ id, content, status, note }: PlanItem): string {
  const box = status === 'completed' ? '[x]' : '[ ]';
  const name = id === undefined ? '' : `**${plainLine(id)}**: `;
  const word = WORDS[status];
  const remark = word === undefined ? '' : ` _(${note === undefined ? word : `${word}: ${plainLine(note)}`})_`;
  return `- ${box} ${name}${plainLine(content)}${remark}`;
}
