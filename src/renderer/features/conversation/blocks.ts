import type { Failure } from '../../../shared/lib/result.ts';
import type { LiveOutput } from '../../../shared/run/live.ts';
import type { RunEnd } from '../../../shared/run/status.ts';
import type { Attachment } from '../../../shared/thread/attachment.ts';
import type { Limits } from '../../../shared/run/agent.ts';
import type { ApprovalDecidedBody, PartialReason, UserMessageBody } from '../../../shared/thread/entry.ts';
import type { CompactionTrigger, ContextBody } from '../../../shared/thread/context-bodies.ts';
import type { Siblings } from '../../../shared/thread/window.ts';
import type { ToolDetails } from '../../../shared/thread/tool-details.ts';
import type { PlanChange, PlanDifference } from '../../../shared/todos/plan.ts';
import type { Section } from './sections.ts';

/**
 * What the conversation draws, one block to a row. An answer keeps its keys when it turns from live to committed, so
 * that nothing jumps. Blocks are flat: two with the same fields look the same.
 */
export type Block =
  | UserBlock
  | ContinuedBlock
  | ReasoningBlock
  | TextBlock
  | CallBlock
  | RetryBlock
  | PartialBlock
  | EndBlock
  | HandoffBlock
  | ContextBlock
  | CompactingBlock
  | WaitingBlock;

type Common = {
  readonly key: string;
  /** The entry that it tells of; absent while there is none. */
  readonly entryId?: string;
  /** Of its first row alone: the entries that hang where that one does, and a person's name for the branches through it. */
  readonly siblings?: Siblings;
  readonly label?: string;
};

export type UserBlock = Common & {
  readonly kind: 'user';
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  readonly at: number;
  /** What an edited version of it hangs from. */
  readonly parentId: string | null;
  /** The task that another agent gave. */
  readonly byAgent?: true;
};

/** A person pressed Continue here, or the run asked for an answer in its form. */
export type ContinuedBlock = Common & {
  readonly kind: 'continued';
  readonly at: number;
  readonly origin: Exclude<UserMessageBody['origin'], 'person' | 'agent'>;
};

export type HandoffBlock = Common & { readonly kind: 'handoff'; readonly from: string; readonly to: string };

/** What changed the model's view of the conversation here. */
export type ContextBlock = Common & {
  readonly kind: 'context';
  readonly body: ContextBody;
  /** Of a compaction: what its summary cost, in words. */
  readonly cost?: string;
  /** As in a call. */
  readonly changes?: readonly PlanDifference[];
  readonly plan?: PlanChange;
};

export type ReasoningBlock = Common & {
  readonly kind: 'reasoning';
  readonly text: string;
  readonly live: boolean;
  /** Absent when nobody measured it. */
  readonly durationMs?: number;
};

export type TextBlock = Common & {
  readonly kind: 'text';
  readonly section: Section;
  /** The whole answer, for copying. */
  readonly whole: string;
  /** What the answer goes on from. */
  readonly parentId?: string | null;
  readonly live: boolean;
};

/**
 * `writing`: the model still writes its arguments. `queued`: others come first. `refused`: answered without being run.
 * `not_run`: the run ended before it. `interrupted`: it began, nobody knows how it ended.
 */
export type CallState =
  | 'writing'
  | 'approval'
  | 'queued'
  | 'running'
  | 'ok'
  | 'error'
  | 'rejected'
  | 'refused'
  | 'not_run'
  | 'interrupted';

export type CallBlock = Common & {
  readonly kind: 'call';
  readonly runId?: string;
  readonly callId: string;
  readonly name: string;
  /** JSON as the model wrote it, which may be none. */
  readonly arguments: string;
  readonly state: CallState;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** The entry of its result. */
  readonly resultId?: string;
  readonly content?: string;
  readonly details?: ToolDetails;
  /** When it is approved by itself. */
  readonly approvesAt?: number;
  readonly rejectsAt?: number;
  readonly decision?: Decision;
  /** How many files it changed, where that was looked at. */
  readonly filesChanged?: number;
  /** What it changed in the plan. */
  readonly changes?: readonly PlanDifference[];
  /** How many items that has since. */
  readonly planned?: number;
  /** The plan as it left it, where that is the newest of its turn. */
  readonly plan?: PlanChange;
  /** The end of what it has printed so far. */
  readonly output?: LiveOutput;
};

export type Decision = Pick<ApprovalDecidedBody, 'decision' | 'by' | 'reason'>;

export type RetryBlock = Common & {
  readonly kind: 'retry';
  readonly error: Failure;
  readonly failedAt: number;
  readonly retryAt: number;
};

/** The answer above it is not whole. */
export type PartialBlock = Common & { readonly kind: 'partial'; readonly reason: PartialReason };

export type EndBlock = Common & {
  readonly kind: 'end';
  readonly status: RunEnd;
  readonly error?: Failure;
  /** How many todos a run left open that finished; one that left none has no such block. */
  readonly open?: number;
  /** Which one was reached, and the limits of the run. */
  readonly limit?: keyof Limits;
  readonly limits?: Limits;
  /** Whether Continue makes sense here: nothing has followed on its branch. */
  readonly newest: boolean;
};

/** The conversation is being compacted. */
export type CompactingBlock = Common & {
  readonly kind: 'compacting';
  readonly trigger: CompactionTrigger;
  readonly since: number;
};

/** The run works, and has nothing to show for it yet; or it is `held`, and does nothing. */
export type WaitingBlock = Common & {
  readonly kind: 'waiting';
  readonly since?: number;
  readonly held?: 'queued' | 'paused';
};

/** Whether two blocks look the same. */
export function sameBlock(a: Block, b: Block): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  const left = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return (
    left.length === right.size &&
    left.every(([name, value]) => name === 'section' || right.get(name) === value) &&
    sameSection(a, b)
  );
}

function sameSection(a: Block, b: Block): boolean {
  if (a.kind !== 'text' || b.kind !== 'text') return true;
  const left = a.section;
  const right = b.section;
  if (left.kind === 'markdown' || right.kind === 'markdown')
    return left.kind === right.kind && left.text === right.text;
  return (
    left.text === right.text &&
    left.language === right.language &&
    left.closed === right.closed &&
    left.continued === right.continued
  );
}

/** The row to show when somebody wants to see an entry: its result, else where it begins. */
export function blockIndexOf(blocks: readonly Block[], entryId: string): number {
  const result = blocks.findIndex((block) => block.kind === 'call' && block.resultId === entryId);
  return result >= 0 ? result : blocks.findIndex((block) => block.entryId === entryId);
}
