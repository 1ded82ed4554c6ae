import { create } from 'zustand';

/** What a person is asked about before a list goes to a file, or comes from one. */
export type FileQuestion = {
  /** `outside`: it is not in the folder that the thread works in. `exists`: it would be replaced. */
  readonly type: 'outside' | 'exists';
  readonly path: string;
};

/** What is open over the window about the plan of a thread. */
export type TodoDialog = { readonly threadId: string } & (
  | { readonly type: 'editor' }
  | { readonly type: 'export' | 'import'; readonly path: string; readonly question?: FileQuestion }
);

type TodoDialogs = {
  readonly dialog?: TodoDialog;
  readonly show: (dialog: TodoDialog) => void;
  readonly close: () => void;
};

export const useTodoDialog = create<TodoDialogs>()((set) => ({
  show: (dialog) => set({ dialog }),
  close: () => set({ dialog: undefined }),
}));

/** Where a list goes when nobody says where. */
export const TODO_FILE = 'TODO.md';
