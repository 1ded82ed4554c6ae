import type { TodosKind } from '../../../../shared/run/agent.ts';
import type { RunEnd } from '../../../../shared/run/status.ts';
import type { ToolCall } from '../../../../shared/thread/tool-call.ts';
import type { TodoPhase } from '../../../../shared/todos/phases.ts';
import type { TodoItem } from '../../../../shared/todos/todo-item.ts';
import { createPlayer, type Player } from './player.ts';
import type { Edits, PlanShown, Said } from './said.ts';
import { TOOLS, type ScriptStep } from './script.ts';
import { pathTo, type Node, type Tree } from './tree.ts';
import { openCallsOf, type View } from './view.ts';

/** A run as it should go. Mutable: it takes in what the engine wrote, entry by entry. */
export type ModelRun = {
  readonly id: string;
  readonly tree: Tree;
  /** The plan that its agent keeps; another one's after a handoff. */
  kind: TodosKind;
  /** The plan that the agent keeps that it may hand over to; absent: there is none. */
  readonly next?: TodosKind;
  readonly script: readonly ScriptStep[];
  /** So many steps are its limit. */
  readonly steps: number;
  readonly contextWindow?: number;
  readonly edits: Edits;
  player: Player;
  readonly startsBeside: boolean;
  side: boolean;
  /** The first commit may take the head from where it is. */
  takesHead: boolean;
  /** What it is to write before anything else. */
  readonly first: Said[];
  tip: Node | undefined;
  /** Whether its tip is its own. */
  wrote: boolean;
  /** What its model sees: of the branch, or of the end of it. */
  seen: View;
  /** How many answers it has given. */
  asked: number;
  /** The held answer that was let go on. */
  letGo?: number;
  /** Calls that nothing has answered yet, and the answer that made them. */
  open: readonly ToolCall[];
  messageId: string;
  /** Whether that answer is its own. */
  ownsCalls: boolean;
  /** Whether people were asked about calls of an answer of its own, of which nothing has happened yet. */
  waits: boolean;
  readonly begunCalls: Set<string>;
  readonly undecided: Set<string>;
  /** A person has decided about them, and no note says so yet. */
  readonly deciding: Set<string>;
  /** What calls are answered with that were declined. */
  readonly declined: Map<string, string>;
  /** What calls are answered with that waited and were let go on. */
  readonly finished: Map<string, string>;
  list: readonly TodoItem[] | undefined;
  phases: readonly TodoPhase[] | undefined;
  /** The plans that it is to put before its model next. */
  restores: PlanShown[];
  /** Somebody has asked for a compaction before its next request. */
  wishes: boolean;
  /** Whether it hands over after this turn, and whether it has. */
  handsOver: boolean;
  handed: boolean;
  /** The kinds of plan that its agents have begun to keep. */
  readonly kinds: Set<TodosKind>;
  /** A person has paused it, and it stands still. */
  wantsPause: boolean;
  paused: boolean;
  /** Its request is out that somebody has looked at before its answer came: it went out before a pause, or an edit. */
  lookedAt: boolean;
  /** A person has changed the plan since its newest request went out. */
  edited: boolean;
  /** Whether a call of it was answered, and whether its model was reminded of open tasks. */
  worked: boolean;
  reminded: boolean;
  /** What is left to be written of it. */
  phase: 'starting' | 'working' | 'answered' | 'broken' | 'over';
  /** Why it is to end before its script does. */
  cut?: 'stopped' | 'interrupted' | 'killed';
  end?: RunEnd;
};

export function stepOf({ script, asked }: ModelRun): ScriptStep | undefined {
  return script[asked];
}

/** Takes up the calls that its branch ends with. */
export function takeUpCalls(run: ModelRun): void {
  run.open = openCallsOf(run.seen);
  run.messageId = run.seen.blocks.at(-1)?.id ?? '';
  run.edited = wasEdited(run);
}

/** Whether a person may have changed the plan since the request went out that its open calls answer. */
export function wasEdited({ tip, open, messageId }: ModelRun): boolean {
  if (open.length === 0) return false;
  const path = pathTo(tip);
  const answer = path.findIndex(({ id }) => id === messageId);
  return path.slice(answer - 1).some(({ said }) => said.type === 'edit');
}

/** A player of the rest of its script, in the place of the one that it is now. */
export function understudy(run: ModelRun, nextNumber: () => number): Player {
  const { script, asked, kind, handed, next, steps, contextWindow } = run;
  return createPlayer(
    { script: script.slice(asked), kind, next: handed ? undefined : next, steps, contextWindow },
    nextNumber,
  );
}

/** Whether nothing more comes of it by itself. */
export function isAtRest(run: ModelRun): boolean {
  if (run.phase === 'over') return true;
  if (run.cut !== undefined) return false;
  if (run.paused) return run.wantsPause;
  if (run.phase !== 'working') return false;
  if (run.deciding.size > 0) return false;
  if (run.open.length === 0) return isHeld(run);
  if (run.undecided.size > 0) return true;
  const begun = run.open.filter(({ id }) => run.begunCalls.has(id));
  return begun.length > 0 && begun.every((call) => isWaiting(run, call));
}

/** Whether its answer waits until it is let go on. */
export function isHeld(run: ModelRun): boolean {
  const isOut = run.lookedAt || run.player.requests.length > 0;
  const asked = run.phase === 'working' && run.open.length === 0 && isOut;
  return asked && stepOf(run)?.end === 'holds' && run.letGo !== run.asked;
}

/** The calls that are to be let go on. */
export function waitingCalls(run: ModelRun): readonly ToolCall[] {
  return run.open.filter((call) => run.begunCalls.has(call.id) && isWaiting(run, call));
}

function isWaiting({ finished }: ModelRun, { id, name }: ToolCall): boolean {
  return name === TOOLS.waits && !finished.has(id);
}
