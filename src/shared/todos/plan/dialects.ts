import { isRecord } from '../../lib/json.ts';
import type { PlanWrite, WrittenItem, WrittenPhase } from './plan-write.ts';
import { partialItems, wholeItems, writtenItem } from './written-items.ts';

// Plans are known by the shape of what is said, never by the name of the tool: every agent has names of its own. Text that
// looks like a check list is none: nobody can tell whether it is a plan, or whose.

type Payload = Readonly<Record<string, unknown>>;

/** Under which names lists go that can be nothing but a plan, so that an empty one clears it. */
const PLAN_KEYS = ['newTodos', 'todos', 'todoList', 'plan'] as const;
/** And others, which are one if all their items are. */
const LIST_KEYS = ['entries', 'items'] as const;

const VERB_KEYS = ['op', 'operation', 'action', 'command', 'mode'] as const;
const ADDS = new Set(['add', 'append', 'create', 'insert']);
const MERGES = new Set([...ADDS, 'update', 'edit', 'merge', 'upsert']);
const REMOVES = new Set(['remove', 'delete', 'cancel', 'drop']);
const READS = new Set(['view', 'read', 'list', 'get', 'show']);

/** The ids that answers give to new tasks: `Task #1 created`, `Created task 4f2a: …`. */
const CREATED =
  /\b(?:task|todo) #?([\w.-]+) (?:was )?(?:created|added)\b|\b(?:created|added) (?:task|todo):? #?([\w.-]+)/i;

/** What a payload that holds a whole plan says. */
export function wholePlan(payload: Payload): PlanWrite | undefined {
  if (READS.has(verbOf(payload))) return undefined;
  const phases = phasesOf(payload.phases);
  if (phases !== undefined) {
    const earlier = (phasesOf(payload.earlier) ?? []).map((phase) => ({ ...phase, earlier: true as const }));
    return { type: 'replace', phases: [...earlier, ...phases] };
  }
  const plan = PLAN_KEYS.map((key) => wholeItems(payload[key])).find((items) => items !== undefined);
  const items =
    plan ?? LIST_KEYS.map((key) => wholeItems(payload[key])).find((list) => list !== undefined && list.length > 0);
  return items === undefined ? undefined : { type: 'replace', phases: [{ items }] };
}

function verbOf(payload: Payload): string {
  const verb = VERB_KEYS.map((key) => payload[key]).find((value) => typeof value === 'string');
  return verb === undefined ? '' : verb.toLowerCase();
}

function phasesOf(value: unknown): readonly WrittenPhase[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const phases: WrittenPhase[] = [];
  for (const phase of value) {
    const items = isRecord(phase) ? wholeItems(phase.tasks) : undefined;
    if (items === undefined || typeof phase.name !== 'string') return undefined;
    phases.push({ name: phase.name, items });
  }
  return phases;
}

/** What a call that succeeded says by its arguments and its answer, where the answer holds no whole plan. */
export function calledFor(args: Payload, details: unknown, answer: string): PlanWrite | undefined {
  const verb = verbOf(args);
  if (READS.has(verb)) return undefined;
  const whole = args.merge === true || MERGES.has(verb) || REMOVES.has(verb) ? merge(args, verb) : wholeCall(args);
  return whole ?? update(args, details) ?? create(args, details, answer);
}

function wholeCall(args: Payload): PlanWrite | undefined {
  // In an answer, a list of tasks may be a mere view of some of them.
  return wholePlan(args) ?? wholePlan({ entries: args.tasks });
}

function merge(args: Payload, verb: string): PlanWrite | undefined {
  const one = [args.todo, args.task, args.item].find(isRecord) ?? (ADDS.has(verb) ? args : {});
  const items = [
    ...[...PLAN_KEYS, 'tasks'].map((key) => partialItems(args[key])),
    ...LIST_KEYS.map((key) => wholeItems(args[key])),
    one === args ? wholeItems([one]) : partialItems([one]),
  ].find((list) => list !== undefined && list.length > 0);
  if (items === undefined) return undefined;
  if (!REMOVES.has(verb)) return { type: 'merge', items };
  return { type: 'update', items: items.map((item) => ({ ...item, status: 'abandoned' })) };
}

/** `{ taskId: '1', status: 'completed' }`. Its description is more than a name. */
function update(args: Payload, details: unknown): PlanWrite | undefined {
  const { id, ...changes } = writtenItem({ ...args, description: undefined });
  // What has a mere number as its id may be anything.
  if (id === undefined || (args.id !== undefined && /^\d+$/.test(id))) return undefined;
  if (Object.keys(changes).length === 0 || (isRecord(details) && details.success === false)) return undefined;
  return { type: 'update', items: [{ id, ...changes }] };
}

/** `{ subject: 'Run the suite' }`, where the answer tells which id the new task has. */
function create(args: Payload, details: unknown, answer: string): PlanWrite | undefined {
  const asked = writtenItem(args);
  if (asked.content === undefined) return undefined;
  const made = isRecord(details) ? [details.task, details.todo, details.item].find(isRecord) : undefined;
  const told = made === undefined ? toldBy(answer, asked.content) : writtenItem(made);
  if (told?.id === undefined || told.content === undefined) return undefined;
  return { type: 'merge', items: [{ status: 'pending', ...asked, ...told }] };
}

function toldBy(answer: string, content: string): WrittenItem | undefined {
  if (!answer.includes(content)) return undefined;
  const [, before, after] = CREATED.exec(answer) ?? [];
  const id = before ?? after;
  return id === undefined ? undefined : { id, content };
}
