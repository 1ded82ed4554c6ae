import { create } from 'zustand';
import type { ByThread } from './by-thread.ts';

/** A model by its id; `null`: the agent's own. */
export type NextModel = string | null;

/** The model that a thread's next run is to have, and those after it, by thread: until that run has begun. */
export const useNextModel = create<ByThread<NextModel>>()(() => ({}));

export function setNextModel(threadId: string, model: NextModel | undefined): void {
  useNextModel.setState({ [threadId]: model });
}
