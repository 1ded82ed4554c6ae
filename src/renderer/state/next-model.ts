import { create } from 'zustand';

/** A model by its id; `null`: the agent's own. */
export type NextModel = string | null;

/** The model that a thread's next run is to have, and those after it, by thread: until that run has begun. */
export const useNextModel = create<{ readonly [threadId: string]: NextModel | undefined }>()(() => ({}));

export function setNextModel(threadId: string, model: NextModel | undefined): void {
  useNextModel.setState({ [threadId]: model });
}
