import { assertNever } from '../../../shared/lib/assert.ts';
import type { ContextPart } from '../../../shared/run/context.ts';
import type { ContextRow, RowList } from '../../../shared/run/context-rows.ts';

export const PART_NAMES: Record<ContextPart, string> = {
  system: 'System',
  tools: 'Tools',
  messages: 'Messages',
  toolResults: 'Tool results',
  todos: 'Todos',
};

/** Each part has one colour in the bar and in the legend, which names it besides. */
export const PART_FILLS: Record<ContextPart, string> = {
  system: 'bg-part-1',
  tools: 'bg-part-2',
  messages: 'bg-part-3',
  toolResults: 'bg-part-4',
  todos: 'bg-part-5',
};

export function listName(list: RowList): string {
  switch (list) {
    case 'request':
      return 'What the model sees now';
    case 'branch':
      return 'Everything';
    case 'system':
    case 'tools':
    case 'messages':
    case 'toolResults':
    case 'todos':
      return PART_NAMES[list];
    default:
      return assertNever(list);
  }
}

/** Why the model is not sent it as it is. */
export function hiddenWords({ why }: NonNullable<ContextRow['hidden']>): string {
  switch (why) {
    case 'compaction':
      return 'Compacted: a summary stands for it';
    case 'cleared':
      return 'Output cleared: a short note stands for it';
    case 'history_limit':
      return 'Beyond the history limit of the run';
    case 'replaced':
      return 'Replaced by a newer one';
    case 'empty':
      return 'Cut before its first word: never sent';
    case 'people':
      return 'For people: never sent';
    case 'dropped':
      return 'Taken away for this run';
    default:
      return assertNever(why);
  }
}
