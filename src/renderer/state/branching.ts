import { create } from 'zustand';
import type { ByThread } from './by-thread.ts';

/** The entry that the next message of a thread goes on from, and the files that it finds. */
export type BranchPoint = { readonly entryId: string; readonly line: string; readonly files: 'now' | 'then' };

/** The step that a person goes back to, and the call of it that they point at; without either the newest step. */
export type TravelPoint = { readonly messageId?: string; readonly callId?: string };

/** What a person is about to do in the threads of this window: it stays while they look at other threads. */
type Branching = {
  /** The message that is being edited; the engine keeps what is written of it. */
  readonly editing: ByThread<string>;
  /** Where the composer begins a branch. */
  readonly from: ByThread<BranchPoint>;
  /** The entry whose branches are being named. */
  readonly labelling: ByThread<string>;
  /** Where something is to be changed. */
  readonly travelling: ByThread<TravelPoint>;
};

export const useBranching = create<Branching>()(() => ({ editing: {}, from: {}, labelling: {}, travelling: {} }));

export function setEditing(threadId: string, entryId: string | undefined): void {
  useBranching.setState(({ editing }) => ({ editing: { ...editing, [threadId]: entryId } }));
}

export function setBranchPoint(threadId: string, point: BranchPoint | undefined): void {
  useBranching.setState(({ from }) => ({ from: { ...from, [threadId]: point } }));
}

export function setLabelling(threadId: string, entryId: string | undefined): void {
  useBranching.setState(({ labelling }) => ({ labelling: { ...labelling, [threadId]: entryId } }));
}

export function setTravelling(threadId: string, point: TravelPoint | undefined): void {
  useBranching.setState(({ travelling }) => ({ travelling: { ...travelling, [threadId]: point } }));
}
