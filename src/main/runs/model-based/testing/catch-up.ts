import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { must } from '../../../../shared/lib/assert.ts';
import type { Entry } from '../../../../shared/thread/entry.ts';
import { parseKeptTodos, TODOS_METADATA_KEY } from '../../../../shared/todos/list.ts';
import { entriesSince } from '../../../threads/entries.ts';
import { threadMetadata } from '../../../threads/metadata.ts';
import type { Store } from '../../../threads/open.ts';
import { headOf } from '../../../threads/thread-rows.ts';
import { followCompaction } from './compaction.ts';
import { followEdit } from './edits.ts';
import { follow } from './follow-run.ts';
import { isAtRest } from './model-run.ts';
import { headNode, planOn, type Tree } from './tree.ts';
import type { World } from './world.ts';

/** So many turns of the loop are more than anything takes here. */
const TURNS = 400;
/** Turns in which nothing may come any more. */
const QUIET = 3;

/** Waits until no run goes on by itself, and takes in all that was written. */
export async function settle(world: World): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    await setImmediate();
    const came = catchUp(world);
    quiet = came || !isQuiet(world) ? 0 : quiet + 1;
    if (quiet > QUIET) return checkStanding(world);
  }
  const stuck = [...world.modelRuns.values()].filter((run) => !isAtRest(run));
  const told = stuck.map(({ id, phase, open, undecided, cut }) => ({
    id,
    phase,
    open,
    undecided: [...undecided],
    cut,
  }));
  throw new Error(`runs that do not come to rest: ${JSON.stringify(told)}`);
}

function isQuiet({ modelRuns, process, trees }: World): boolean {
  const open = [...modelRuns.values()].filter(({ phase }) => phase !== 'over');
  const compacting = [...trees.values()].some((tree) => tree.compacting?.held === false);
  return !compacting && open.every(isAtRest) && process.runs.working().length === open.length;
}

/** Takes in what was written since. Answers whether anything was. */
export function catchUp(world: World): boolean {
  const { process, trees } = world;
  const threads = [...process.changed];
  process.changed.clear();
  for (const threadId of threads) {
    const tree = must(trees.get(threadId), 'a thread');
    readOn(world, tree);
    checkThread(world, tree);
  }
  // One that came to nothing is over without an entry.
  for (const tree of trees.values()) {
    if (tree.compacting !== undefined && !isCompacting(process, tree)) tree.compacting = undefined;
  }
  return threads.length > 0;
}

function isCompacting({ runs }: World['process'], { threadId }: Tree): boolean {
  const idle = runs.checkIdle(threadId);
  return !idle.ok && idle.error.code === 'thread_compacting';
}

/** The same of one thread, of which nothing else is looked at. */
export function readOn(world: World, tree: Tree): boolean {
  const entries = entriesSince(world.process.store.read, tree.threadId, tree.seq, 10_000);
  for (const entry of entries) takeIn(world, tree, entry);
  // All of it comes in one commit.
  const last = entries.at(-1);
  const isOther = last?.kind === 'label' || last?.kind === 'user_todo_edit';
  if (last !== undefined && last.runId === undefined && !isOther) tree.compacting = undefined;
  return entries.length > 0;
}

/** Its head, and the copy of its list. One that a fork took over may be of another branch: that is none. */
function checkThread({ process: { store } }: World, tree: Tree): void {
  expect(headOf(store.read, tree.threadId), 'the head').toBe(tree.head);
  const copy = copyOf(store, tree);
  if (tree.copyLags) takeCopyOver(tree, copy);
  expect(copy, 'the copy of the list').toEqual(tree.kept);
}

/** A run copies what a person did when it takes it up: until then the copy is as it was. */
function takeCopyOver(tree: Tree, copy: Tree['kept']): void {
  const plan = planOn(headNode(tree));
  const list = plan !== undefined && 'list' in plan ? plan.list : undefined;
  expect([tree.kept?.items, list], 'the copy of a list that was edited').toContainEqual(copy?.items);
  tree.kept = copy;
}

function copyOf({ read }: Store, { threadId, nodes }: Tree): Tree['kept'] {
  const copy = parseKeptTodos(threadMetadata(read, threadId)[TODOS_METADATA_KEY]);
  return copy !== undefined && nodes.has(copy.entryId) ? { items: copy.items, by: copy.entryId } : undefined;
}

function takeIn({ modelRuns, written, edits }: World, tree: Tree, entry: Entry): void {
  expect(entry.seq, 'dense').toBe(tree.seq + 1);
  tree.seq = entry.seq;
  expect(written.has(entry.id), 'an id that is used twice').toBe(false);
  written.set(entry.id, JSON.stringify(entry));
  if (entry.kind === 'label') return;
  if (entry.runId === undefined && entry.kind === 'user_todo_edit') followEdit(tree, edits, entry);
  else if (entry.runId === undefined) followCompaction(tree, entry);
  else follow(must(modelRuns.get(entry.runId), 'the run of an entry'), entry);
}

/** Which runs go on, and which of them have the active branch. */
function checkStanding({ modelRuns, process }: World): void {
  const side = (runs: readonly { readonly id: string; readonly side: boolean }[]): object =>
    Object.fromEntries(runs.map((run) => [run.id, run.side]));
  expect(side(process.runs.working()), 'runs at work, by whether they are beside the active branch').toEqual(
    side([...modelRuns.values()].filter(({ phase }) => phase !== 'over')),
  );
  for (const run of modelRuns.values()) if (run.phase === 'over') modelRuns.delete(run.id);
}
