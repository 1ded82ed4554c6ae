import { create } from 'zustand';
import { useUi } from './ui.ts';

/** An entry of a thread that the Context tab shows the context of, instead of the end of the branch. */
export type ContextAt = { readonly threadId: string; readonly entryId: string };

export const useContextAt = create<{ readonly at?: ContextAt }>()(() => ({}));

/** Shows the context as it was at an entry. */
export function showContextAt(at: ContextAt): void {
  useContextAt.setState({ at });
  useUi.getState().showDockTab('Context');
}

/** Goes back to the end of the branch. */
export function showContextNow(): void {
  useContextAt.setState({ at: undefined });
}
