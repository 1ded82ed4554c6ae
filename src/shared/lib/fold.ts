/**
 * One reading of a sequence of entries: the same `step` serves the engine's derived tables and the renderer's live tail.
 * Steps are pure; an item that a fold does not care about gives back the very same state.
 */
export type Fold<State, Item> = {
  readonly init: State;
  readonly step: (state: State, item: Item) => State;
};

export function fold<State, Item>({ init, step }: Fold<State, Item>, items: Iterable<Item>): State {
  let state = init;
  for (const item of items) state = step(state, item);
  return state;
}
