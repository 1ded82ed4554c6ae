import type { FileDifference } from '../files/file-difference.ts';
import type { ThreadStatus } from '../run/status.ts';
import type { PlanProgress } from '../todos/plan.ts';
import type { PlanRow } from './plan-rows.ts';
import type { StepKind } from './steps.ts';
import type { Totals } from './totals.ts';

/** Two branches, runs or threads side by side. */
export type Comparison = {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  /** Where branches of one thread part: the last entry that both have, and how many path entries lead there. */
  readonly common?: { readonly entryId: string; readonly entries: number };
  /** What comes after that, aligned. */
  readonly rows: readonly CompareRow[];
  /** Empty where neither has a plan. */
  readonly plan: readonly PlanRow[];
  /** By path; what came of them after the common part. */
  readonly files: readonly ComparedFile[];
};

export type ComparedSide = {
  readonly threadId: string;
  readonly title: string;
  /** The entry that it ends with. */
  readonly entryId: string;
  /** Of a run: the number that it has among the thread's, from 1. */
  readonly run?: { readonly runId: string; readonly number: number };
  /** A person's name for the branch. */
  readonly label?: string;
  /** The first line of its last entry. */
  readonly line: string;
  readonly agent?: string;
  readonly model?: string;
  readonly status: ThreadStatus;
  readonly plan?: PlanProgress;
  /** After the common part. */
  readonly totals: Totals;
  /** What it changed of files is not wholly known. */
  readonly filesUnknown?: true;
};

/** `changed`: it stands in the same place of both, and differs. */
export type CompareRow = {
  readonly type: 'same' | 'changed' | 'left' | 'right';
  readonly left?: StepLine;
  readonly right?: StepLine;
  readonly differs?: readonly ('input' | 'output')[];
};

/** What a list shows of a step. */
export type StepLine = {
  readonly kind: StepKind;
  readonly entryId: string;
  readonly callId?: string;
  /** Of a call that was answered. */
  readonly resultId?: string;
  readonly name: string;
  /** The beginning of what was said, or of a call's arguments. */
  readonly text: string;
  readonly outcome?: 'ok' | 'failed';
};

export type FileFate = 'added' | 'modified' | 'deleted';

export type ComparedFile = {
  /** From the workspace's folder. */
  readonly path: string;
  readonly left?: FileFate;
  readonly right?: FileFate;
  /** Both left the very same there. */
  readonly same: boolean;
};

/** One thing that a step holds: on both sides, or on the one that has it. */
export type StepPart = { readonly name: string } & (
  | { readonly type: 'same' | 'left' | 'right'; readonly text: string }
  /** From left to right: unified, without file headers. */
  | { readonly type: 'differs'; readonly diff: string }
);

/** What each side made of a file and, where both changed it, what lies between what they left. */
export type FileDetail = {
  readonly left?: FileDifference;
  readonly right?: FileDifference;
  readonly between?: FileDifference;
};
