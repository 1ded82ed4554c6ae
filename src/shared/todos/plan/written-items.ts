import { isRecord } from '../../lib/json.ts';
import type { PlanStatus } from './plan-item.ts';
import type { WholeItem, WrittenItem } from './plan-write.ts';

// The words that agents have for the items of their plans.

const CONTENT_KEYS = ['content', 'step', 'subject', 'title', 'text', 'task', 'description'] as const;
const ID_KEYS = ['id', 'taskId', 'task_id', 'todoId', 'todo_id'] as const;
const NOTE_KEYS = ['blocker', 'note', 'reason'] as const;

const STATUSES: ReadonlyMap<string, PlanStatus> = new Map(
  Object.entries({
    pending: ['pending', 'todo', 'open', 'not_started'],
    in_progress: ['in_progress', 'active'],
    completed: ['completed', 'complete', 'done', 'closed'],
    abandoned: ['abandoned', 'cancelled', 'canceled', 'deleted', 'dropped', 'skipped'],
    blocked: ['blocked', 'failed'],
  } satisfies Record<PlanStatus, readonly string[]>).flatMap(([status, words]) =>
    words.map((word) => [word, status as PlanStatus] as const),
  ),
);

/** Items that each say what is to be done and how far it is; `undefined` when any does not, so that they are no plan. */
export function wholeItems(value: unknown): readonly WholeItem[] | undefined {
  return everyItem(value, (item) => {
    const { content, status } = item;
    return content === undefined || status === undefined ? undefined : { ...item, content, status };
  });
}

/** Items that each say what is to be done, or how far the one of an id is; `undefined` when any does not. */
export function partialItems(value: unknown): readonly WrittenItem[] | undefined {
  return everyItem(value, (item) =>
    item.content === undefined && (item.id === undefined || item.status === undefined) ? undefined : item,
  );
}

function everyItem<T>(value: unknown, read: (item: WrittenItem) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: T[] = [];
  for (const raw of value) {
    const item = isRecord(raw) ? read(writtenItem(raw)) : undefined;
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

export function writtenItem(raw: Record<string, unknown>): WrittenItem {
  const id = ID_KEYS.map((key) => raw[key]).find((one) => isText(one) || typeof one === 'number');
  const content = CONTENT_KEYS.map((key) => raw[key]).find(isText);
  const status = statusOf(raw);
  const note = status === 'blocked' ? NOTE_KEYS.map((key) => raw[key]).find(isText) : undefined;
  return {
    ...(id === undefined ? {} : { id: String(id) }),
    ...(content === undefined ? {} : { content }),
    ...(status === undefined ? {} : { status }),
    ...(note === undefined ? {} : { note }),
  };
}

function statusOf({ status, completed, done }: Record<string, unknown>): PlanStatus | undefined {
  if (typeof status === 'string') return STATUSES.get(status.trim().toLowerCase().replaceAll(/[\s-]/g, '_'));
  const closed = completed ?? done;
  return typeof closed === 'boolean' ? (closed ? 'completed' : 'pending') : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
