import { expect } from 'vitest';
import { editPlan } from '../../../../../shared/todos/edits/edit-plan.ts';
import type { TodoEdit } from '../../../../../shared/todos/edits/todo-edit.ts';
import { giveQueued, queueMessage } from '../../../../threads/queued-messages.ts';
import { good } from '../../../../threads/testing/store.ts';
import { createTodoEdits } from '../../../todo-edits.ts';
import { lookAtRequest } from '../requests.ts';
import { isHeld, type ModelRun } from '../model-run.ts';
import type { Random } from '../random.ts';
import type { PlanShown } from '../said.ts';
import { headNode, planOn, type Tree } from '../tree.ts';
import type { World } from '../world.ts';
import type { Operation } from './operation.ts';

const WRITTEN_TO = 'The person sent a message instead of approving this call; it was not run.';

/** The run at work on the active branch. */
function mainRun({ modelRuns, process }: World, tree: Tree): ModelRun | undefined {
  const run = [...modelRuns.values()].find((one) => one.tree === tree && !one.side);
  expect(process.runs.onBranch(tree.threadId), 'the run on the active branch').toBe(run?.id);
  return run;
}

/** What comes from here on is not in the request that is out. */
function lookNow(run: ModelRun): void {
  if (!isHeld(run) || run.lookedAt) return;
  lookAtRequest(run);
  run.lookedAt = true;
}

/** Somebody has said something else than yes or no. */
function writtenTo({ process }: World, run: ModelRun): void {
  process.runs.writtenTo(run.id);
  for (const callId of run.undecided) {
    run.deciding.add(callId);
    run.declined.set(callId, WRITTEN_TO);
  }
  run.undecided.clear();
}

function randomEdit(random: Random, plan: PlanShown, number: number): TodoEdit {
  const tasks = 'list' in plan ? plan.list.map(({ id }) => id) : ['Task 0', 'Task 1', 'Task 2'];
  const task = tasks.length === 0 ? 'none' : random.pick(tasks);
  const type = random.pick(['add', 'start', 'done', 'rm', 'rename'] as const);
  if (type === 'add') return { type, content: `Mine ${number}` };
  return type === 'rename' ? { type, task, content: `Renamed ${number}` } : { type, task };
}

export const PEOPLE: readonly Operation[] = [
  {
    name: 'write to a run',
    weight: 10,
    act(world, tree) {
      const run = mainRun(world, tree);
      if (run === undefined) return undefined;
      const { process, newId, nextNumber } = world;
      const { threadId } = tree;
      const [id, text] = [newId(), `Queued ${nextNumber()}`];
      good(queueMessage(process.store.write, { id, threadId, runId: run.id, text, attachments: [], at: 0 }));
      tree.queue.push({ id, text, runId: run.id, afterRequest: isHeld(run) });
      writtenTo(world, run);
      return `${id} to ${run.id}`;
    },
  },
  {
    name: 'give to a run',
    weight: 20,
    act(world) {
      const trees = [...world.trees.values()].filter(({ queue }) =>
        queue.some(({ runId }) => !world.modelRuns.has(runId)),
      );
      const tree = trees.find((one) => mainRun(world, one) !== undefined);
      const run = tree && mainRun(world, tree);
      const left = tree?.queue.find(({ runId }) => !world.modelRuns.has(runId));
      if (run === undefined || left === undefined) return undefined;
      good(giveQueued(world.process.store.write, left.id, run.id));
      left.runId = run.id;
      left.afterRequest = isHeld(run);
      writtenTo(world, run);
      return `${left.id} to ${run.id}`;
    },
  },
  {
    name: 'change the plan',
    weight: 6,
    act(world, tree) {
      const { process, random, edits, nextNumber } = world;
      const run = mainRun(world, tree);
      const plan = planOn(headNode(tree));
      if (plan === undefined) return undefined;
      if (run !== undefined) lookNow(run);
      const edit = randomEdit(random, plan, nextNumber());
      const expected = editPlan('list' in plan ? { items: plan.list } : { phases: plan.phases }, edit);
      const done = createTodoEdits(process.deps, process.runs).edit(tree.threadId, edit);
      const refused =
        tree.compacting === undefined ? (expected.ok ? undefined : expected.error.code) : 'thread_compacting';
      expect(done.ok ? undefined : done.error.code, 'why it is refused').toBe(refused);
      if (!done.ok || !expected.ok) return `refused: ${refused}`;
      const { action, ...state } = expected.value;
      const made = 'items' in state ? { list: state.items } : { phases: state.phases };
      edits.set(done.value.entryId, { type: 'edit', action, plan: made });
      return `${edit.type}: ${done.value.entryId}`;
    },
  },
  {
    name: 'pause',
    weight: 6,
    act(world, tree) {
      const run = mainRun(world, tree);
      if (run === undefined || run.wantsPause) return undefined;
      lookNow(run);
      good(world.process.runs.pause(run.id));
      run.wantsPause = true;
      return run.id;
    },
  },
  {
    name: 'resume',
    weight: 8,
    act(world) {
      const paused = [...world.modelRuns.values()].filter(({ wantsPause }) => wantsPause);
      if (paused.length === 0) return undefined;
      const run = world.random.pick(paused);
      good(world.process.runs.resume(run.id));
      run.wantsPause = false;
      return run.id;
    },
  },
];
