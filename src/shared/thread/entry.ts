import type { Json } from '../lib/json.ts';
import type { FileChange } from '../files/file-version.ts';
import type { Failure } from '../lib/result.ts';
import type { DecidedAlone } from '../run/approval-limit.ts';
import type { AgentSnapshot, Limits } from '../run/agent.ts';
import type { RequestRecord } from '../run/request-record.ts';
import type { RunEnd } from '../run/status.ts';
import type { TokenUsage } from '../run/token-usage.ts';
import type { Attachment } from './attachment.ts';
import type { ContextBody } from './context-bodies.ts';
import type { ToolCall } from './tool-call.ts';
import type { ToolDetails } from './tool-details.ts';

/** The version that new entry bodies are written with; older ones are upcast on read in src/main/threads/upcast.ts. */
export const ENTRY_VERSION = 1;

type Stamp = {
  readonly id: string;
  readonly threadId: string;
  /** Dense per thread, from 1: orders entries and reveals gaps. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly runId?: string;
  readonly v: number;
  /** What it is a copy of, in a thread that was forked: nobody paid for it here. */
  readonly copiedFrom?: CopiedFrom;
};

export type CopiedFrom = { readonly threadId: string; readonly entryId: string };

/** Why an answer was committed before the model had finished it. */
export type PartialReason = 'stopped' | 'cut' | 'failed' | 'interrupted';

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'other';

export type UserMessageBody = {
  readonly kind: 'user_message';
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /**
   * `continue`: written for the person who pressed Continue, so that the model has something to answer. `correction`:
   * written by the run, because an answer did not have the form that the agent is to give. `agent`: the task that another
   * agent gave to this one.
   */
  readonly origin: 'person' | 'continue' | 'correction' | 'agent';
};

export type AssistantMessageBody = {
  readonly kind: 'assistant_message';
  readonly step: number;
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly finish: FinishReason;
  /** Present when the answer is not whole; it then holds no calls. */
  readonly partial?: PartialReason;
  /** When the request was sent, and when the first token came (ms since the epoch). */
  readonly sentAt: number;
  readonly firstTokenAt?: number;
  /** How long it reasoned before it answered; absent when it did not, or nobody measured it. */
  readonly reasonedMs?: number;
  /** What the provider wants back with this answer; nobody else reads it. */
  readonly providerData?: Json;
  /** What it answers. */
  readonly request?: RequestRecord;
};

export type ToolResultBody = {
  readonly kind: 'tool_result';
  /** The assistant message that made the call: providers reuse call ids in later steps. */
  readonly messageId: string;
  readonly callId: string;
  readonly toolName: string;
  /** What the model reads. */
  readonly content: string;
  readonly isError: boolean;
  /** What people see; the model never does. */
  readonly details?: ToolDetails;
};

/** The run goes on with another agent. */
export type HandoffBody = { readonly kind: 'handoff'; readonly from: string; readonly agent: AgentSnapshot };

/** Bodies with a parent: they make up branches. */
export type PathBody = UserMessageBody | AssistantMessageBody | ToolResultBody | HandoffBody | ContextBody;

export type RunStartedBody = {
  readonly kind: 'run_started';
  readonly agent: AgentSnapshot;
  /** The run that this one goes on from, when the person pressed Continue. */
  readonly continues?: string;
  /** It was started beside the active branch, to leave that where it is. */
  readonly side?: true;
  /** The model saw so many of the newest messages from before the run. Absent: all. */
  readonly historyLimit?: number;
};

export type RunFinishedBody = {
  readonly kind: 'run_finished';
  readonly status: RunEnd;
  readonly error?: Failure;
  /** Which one was reached. */
  readonly limit?: keyof Limits;
  /** What the model was sent that failed without a word. */
  readonly request?: RequestRecord;
};

export type ToolStartedBody = { readonly kind: 'tool_started'; readonly callId: string; readonly toolName: string };

export type ApprovalAskedBody = {
  readonly kind: 'approval_asked';
  readonly callId: string;
  readonly toolName: string;
  /** The call's arguments as the model wrote them (JSON text). */
  readonly arguments: string;
} & DecidedAlone;

export type ApprovalDecidedBody = {
  readonly kind: 'approval_decided';
  readonly callId: string;
  readonly decision: 'approved' | 'rejected' | 'withdrawn';
  /**
   * `timer`: nobody answered in time; `run`: the run ended while it waited; `grant`: allowed together with another call;
   * `message`: the person sent a message instead.
   */
  readonly by: 'person' | 'timer' | 'run' | 'grant' | 'message';
  /** What the person allowed from then on: this tool, or this command, in the thread or for the agent. */
  readonly always?: 'thread' | 'agent';
  /** The person's words; the model reads them. */
  readonly reason?: string;
};

export type UsageBody = {
  readonly kind: 'usage';
  readonly model: string;
  readonly tokens: TokenUsage;
  /** In US dollars: as the provider reported it, else by the price table; absent when neither knows. */
  readonly cost?: number;
  /** The date of the price table (`2026-11-05`) when the cost is by it. */
  readonly pricedOn?: string;
};

/** A model call failed and is tried again. */
export type RetryBody = {
  readonly kind: 'retry';
  readonly step: number;
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly error: Failure;
};

/** The run waits for a place: as many work already as may at once. */
export type RunQueuedBody = { readonly kind: 'run_queued' };

/** It waits no more: it has a place, or a person paused it. */
export type RunDequeuedBody = {
  readonly kind: 'run_dequeued';
  /** The note since which it waited. */
  readonly queuedId: string;
};

/** A person paused the run; it makes no call of a model or a tool until it is resumed. */
export type RunPausedBody = { readonly kind: 'run_paused' };

export type RunResumedBody = {
  readonly kind: 'run_resumed';
  /** The note since which it was paused. */
  readonly pausedId: string;
};

/** The program had ended, or put the run down, while it waited for approvals; it goes on from here. */
export type RunRevivedBody = {
  readonly kind: 'run_revived';
  /** How long it had worked before (ms); the time in between counts for nothing. */
  readonly workedMs: number;
};

/** What changed in a workspace. A revert by a person belongs to no run and targets the head of its thread. */
export type FilesChangedBody = {
  readonly kind: 'files_changed';
  /** `command`: found by comparing the folder before and after it. */
  readonly by: 'tool' | 'command' | 'person';
  readonly callId?: string;
  /** The workspace's folder. */
  readonly root: string;
  readonly files: readonly FileChange[];
  /** How many more changed than are listed. */
  readonly more?: number;
  /**
   * Why it is not known what changed: the folder has too many files, took too long, could not be compared, or the program
   * ended before the call.
   */
  readonly unknown?: 'too_many' | 'too_slow' | 'failed' | 'interrupted';
};

/** A person's name for the branch that ends at, or goes through, the target; empty: it has none any more. */
export type LabelBody = { readonly kind: 'label'; readonly label: string };

/**
 * Bodies about an entry: never part of a branch, never a leaf. Notes about a call target the assistant message that made
 * it; the others target the tip of their run.
 */
export type NoteBody =
  | RunStartedBody
  | RunFinishedBody
  | RunQueuedBody
  | RunDequeuedBody
  | RunPausedBody
  | RunResumedBody
  | RunRevivedBody
  | ToolStartedBody
  | ApprovalAskedBody
  | ApprovalDecidedBody
  | UsageBody
  | RetryBody
  | FilesChangedBody
  | LabelBody;

export type PathEntry = Stamp & { readonly parentId: string | null } & PathBody;
export type NoteEntry = Stamp & { readonly targetId: string } & NoteBody;

/** The one durable union: written once, never updated. */
export type Entry = PathEntry | NoteEntry;

/** The call of that id in the message that made it. */
export function callIn(message: Entry, callId: string): ToolCall | undefined {
  return message.kind === 'assistant_message' ? message.calls.find(({ id }) => id === callId) : undefined;
}

export function isPathEntry(entry: Entry): entry is PathEntry {
  return 'parentId' in entry;
}
