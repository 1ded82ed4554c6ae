import { create } from 'zustand';

/** The entry that the next message of a thread goes on from, and how that begins. */
export type BranchPoint = { readonly entryId: string; readonly line: string; readonly files: 'now' | 'then' };

type ByThread<Value> = { readonly [threadId: string]: Value | undefined };

/** What a person is about to do in the threads of this window: it stays while they look at other threads. */
type Branching = {
  /** The message that is being edited; its text is a draft. */
  readonly editing: ByThread<string>;
  /** Where the composer begins a branch. */
  readonly from: ByThread<BranchPoint>;
  /** The entry whose branches are being named. */
  readonly labelling: ByThread<string>;
  readonly setEditing: (threadId: string, entryId: string | undefined) => void;
  readonly setFrom: (threadId: string, from: BranchPoint | undefined) => void;
  readonly setLabelling: (threadId: string, entryId: string | undefined) => void;
};

export const useBranching = create<Branching>()((set) => ({
  editing: {},
  from: {},
  labelling: {},
  setEditing: (threadId, entryId) => set(({ editing }) => ({ editing: { ...editing, [threadId]: entryId } })),
  setFrom: (threadId, point) => set(({ from }) => ({ from: { ...from, [threadId]: point } })),
  setLabelling: (threadId, entryId) => set(({ labelling }) => ({ labelling: { ...labelling, [threadId]: entryId } })),
}));
