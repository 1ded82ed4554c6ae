import { assertNever } from '../../../../shared/lib/assert.ts';
import type { TodoPhase } from '../../../../shared/todos/phases.ts';
import type { TodoItem } from '../../../../shared/todos/todo-item.ts';
import type { ToolCall } from '../../../../shared/thread/tool-call.ts';
import type { PlanShown, Said, SaidResult } from './said.ts';

// What a branch comes to, kept up to date with each entry that is said at its end: what the folds read out of a whole path,
// built the other way round. Nothing here knows them.

/** A message of the person, or an answer with the results of its calls, and what was said after it. */
export type Block = {
  readonly id: string;
  /** How long the branch was before it. */
  readonly depth: number;
  readonly opening: { readonly user: string } | { readonly answer: string } | undefined;
  readonly calls: readonly ToolCall[];
  readonly results: readonly ShownResult[];
  readonly after: readonly After[];
};

export type ShownResult = SaidResult & { readonly depth: number; readonly cleared: boolean };

export type After = { readonly id: string } & (
  | { readonly plan: PlanShown }
  | { readonly text: string }
  /** What a person did to a plan in phases, and what their step leaves of it. */
  | { readonly action: string; readonly phases: readonly TodoPhase[] }
);

export type View = {
  readonly depth: number;
  readonly summary?: string;
  /** Whether the summary comes after all that it stands for, and before all that is shown. */
  readonly keepsNothing?: boolean;
  readonly blocks: readonly Block[];
  /** The entries that put a plan of each kind before the model last: of such, they alone are shown. */
  readonly listed?: { readonly list?: string; readonly phases?: string };
  /** The plan in phases, shown or not. */
  readonly phases?: readonly TodoPhase[];
  /** Why the newest call of `todo` failed, if the model was not reminded yet. */
  readonly todoError?: string;
};

export const EMPTY: View = { depth: 0, blocks: [] };

const TODO_TOOLS = ['write_todos', 'todo'];

/** Fails where a summary keeps what does not begin a turn that the model sees: it would part calls from their results. */
export function viewAfter(view: View, id: string, said: Said): View {
  const { depth } = view;
  const next = { ...view, depth: depth + 1 };
  const opened = (opening: Block['opening'], calls: readonly ToolCall[] = []): View => ({
    ...next,
    blocks: [...view.blocks, { id, depth, opening, calls, results: [], after: [] }],
  });
  switch (said.type) {
    case 'user':
      return opened({ user: said.text });
    case 'answer':
      return opened({ answer: said.text }, said.calls);
    case 'result':
      return withResult(next, { ...said, depth, cleared: false });
    case 'plan':
      return putBefore(next, { id, plan: said.plan }, depth);
    case 'edit':
      return edited(next, id, said, depth);
    case 'developer': {
      const told = withAfter(next, { id, text: said.text }, depth);
      return said.aboutTodoError === true ? { ...told, todoError: undefined } : told;
    }
    case 'nothing':
      return next;
    case 'summary':
      return {
        ...next,
        summary: said.text,
        keepsNothing: said.firstKept === null,
        blocks: blocksFrom(view, said.firstKept),
      };
    case 'cleared':
      return { ...next, blocks: clearedBefore(view, said.before) };
    default:
      return assertNever(said);
  }
}

function putBefore(view: View, after: Extract<After, { plan: unknown }>, depth: number): View {
  const { id, plan } = after;
  const listed = { ...view.listed, ...('list' in plan ? { list: id } : { phases: id }) };
  return { ...withAfter(view, after, depth), listed };
}

function edited(view: View, id: string, { action, plan }: Extract<Said, { type: 'edit' }>, depth: number): View {
  if ('list' in plan) {
    const text = `${action}\nThe list as it is now is the newest one above.`;
    return withAfter(putBefore(view, { id, plan }, depth), { id, text }, depth);
  }
  return withAfter(withoutLists(leaves(view, plan.phases)), { id, action, phases: plan.phases }, depth);
}

/** Of several edits in one step the last alone shows the plan. */
function withoutLists(view: View): View {
  const last = view.blocks.at(-1);
  if (last === undefined) return view;
  const after = last.after.map((one) => ('action' in one ? { id: one.id, text: one.action } : one));
  return { ...view, blocks: [...view.blocks.slice(0, -1), { ...last, after }] };
}

/** The plan in phases is another one now: what people did to it in this step is told with that. */
function leaves(view: View, phases: readonly TodoPhase[]): View {
  const last = view.blocks.at(-1);
  if (last === undefined) return { ...view, phases };
  const after = last.after.map((one) => ('action' in one ? { ...one, phases } : one));
  return { ...view, phases, blocks: [...view.blocks.slice(0, -1), { ...last, after }] };
}

function withResult(before: View, result: ShownResult): View {
  const view = result.phases === undefined ? before : leaves(before, result.phases);
  const last = view.blocks.at(-1);
  const todoError = result.toolName === 'todo' ? { todoError: result.isError ? result.content : undefined } : {};
  const changed = { ...view, ...todoError };
  if (last?.id !== result.to) return changed;
  return { ...changed, blocks: [...view.blocks.slice(0, -1), { ...last, results: [...last.results, result] }] };
}

function withAfter(view: View, after: After, depth: number): View {
  const last = view.blocks.at(-1);
  const block = last ?? { id: after.id, depth, opening: undefined, calls: [], results: [], after: [] };
  return { ...view, blocks: [...view.blocks.slice(0, -1), { ...block, after: [...block.after, after] }] };
}

function blocksFrom(view: View, firstKept: string | null): readonly Block[] {
  if (firstKept === null) return [];
  const at = view.blocks.findIndex(({ id, opening }) => id === firstKept && opening !== undefined);
  if (at < 0) throw new Error(`a summary keeps what begins no turn, or is not shown: ${firstKept}`);
  return view.blocks.slice(at);
}

function clearedBefore(view: View, end: number): readonly Block[] {
  return view.blocks.map((block) => ({
    ...block,
    results: block.results.map((result) =>
      result.depth < end && !TODO_TOOLS.includes(result.toolName) ? { ...result, cleared: true } : result,
    ),
  }));
}

/** The calls at the end that nothing has answered: a run that goes on from there begins with them. */
export function openCallsOf({ blocks }: View): readonly ToolCall[] {
  const last = blocks.at(-1);
  return last?.calls.filter(({ id }) => !last.results.some(({ callId }) => callId === id)) ?? [];
}

/** The flat list that the model sees. */
export function listOf({ blocks, listed }: View): readonly TodoItem[] | undefined {
  for (const { after, results, calls } of blocks.toReversed()) {
    const shown = after.find((one) => one.id === listed?.list && 'plan' in one);
    if (shown !== undefined && 'plan' in shown && 'list' in shown.plan) return shown.plan.list;
    for (const { id } of calls.toReversed()) {
      const list = results.find(({ callId }) => callId === id)?.list;
      if (list !== undefined) return list;
    }
  }
  return undefined;
}

/** Whether the model sees the plan in phases. */
export function showsPhases({ blocks }: View): boolean {
  return blocks.some(
    ({ after, results }) =>
      results.some(({ phases }) => phases !== undefined) ||
      after.some((one) => 'action' in one || ('plan' in one && 'phases' in one.plan)),
  );
}
