import { expect } from 'vitest';
import type { ToolCall } from '../../../../../shared/thread/tool-call.ts';
import { WRITE_TODOS } from '../../../../../shared/todos/list.ts';
import type { TodoItem } from '../../../../../shared/todos/todo-item.ts';
import { commit } from '../../../commit.ts';
import { travelFrom, type TravelChanges } from '../../../travel.ts';
import { wholeBranch } from '../../../../threads/branches.ts';
import { good } from '../../../../threads/testing/store.ts';
import type { Said, SaidResult } from '../said.ts';
import { startRun } from '../start-run.ts';
import { mendCopy, newestBelow, pathTo, viewOf, type Node, type Tree } from '../tree.ts';
import { listOf } from '../view.ts';
import type { World } from '../world.ts';
import { CONTINUED, randomNode } from './messages.ts';
import type { Operation } from './operation.ts';

/** At most one run has the active branch: of those at its end the one that has it already, else the oldest. */
function giveBranch({ modelRuns }: World, tree: Tree): void {
  const runs = [...modelRuns.values()].filter((run) => run.tree === tree);
  const there = runs.filter(({ tip }) => tip?.id === tree.head);
  const owner = there.find(({ side }) => !side) ?? there[0];
  for (const run of runs) run.side = run !== owner;
}

export const BRANCHES: readonly Operation[] = [
  {
    name: 'activate',
    weight: 10,
    act(world, tree) {
      const node = randomNode(world, tree);
      if (node === undefined) return undefined;
      const leaf = newestBelow(node);
      expect(world.process.runs.activate(tree.threadId, node.id)).toEqual({ ok: true, value: leaf.id });
      tree.head = leaf.id;
      giveBranch(world, tree);
      mendCopy(tree);
      return `${leaf.id} through ${node.id}`;
    },
  },
  {
    name: 'label',
    weight: 2,
    act(world, tree) {
      const node = randomNode(world, tree);
      if (node === undefined) return undefined;
      const { threadId, head: tip } = tree;
      const label = world.random.chance(0.3) ? '' : `Label ${world.nextNumber()}`;
      good(
        commit(world.process.deps, { threadId, tip }, [
          { id: world.newId(), targetId: node.id, body: { kind: 'label', label } },
        ]),
      );
      return `${node.id} “${label}”`;
    },
  },
  {
    name: 'travel',
    weight: 6,
    act(world, tree) {
      const { random, process, newId } = world;
      const leaf = randomNode(world, tree);
      const answers = pathTo(leaf).filter(({ said }) => said.type === 'answer');
      if (leaf === undefined || answers.length === 0) return undefined;
      const answer = random.pick(answers);
      const changes = randomChanges(world, answer);
      const path = wholeBranch(process.store.read, tree.threadId, leaf.id);
      const went = travelFrom(path, answer.id, changes, newId);
      expect(went.ok ? undefined : went.error.code).toBe(isRefusedList(answer, changes) ? 'list_refused' : undefined);
      if (!went.ok) return `refused: ${went.error.code}`;
      const { parentId, drafts } = went.value;
      const { first, from } = travelled(pathTo(leaf), answer, changes);
      expect(parentId).toBe(from?.id ?? null);
      const at = { parentId, activate: random.chance(0.6) };
      return startRun(world, tree, { input: { type: 'travel', drafts }, first, at });
    },
  },
];

function randomChanges({ random, nextNumber }: World, { said }: Node): TravelChanges {
  const context = random.chance(0.3) ? { context: `Context ${nextNumber()}` } : {};
  const calls = said.type === 'answer' ? said.calls : [];
  if (calls.length > 0 && random.chance(0.6)) {
    const { id: callId } = random.pick(calls);
    return { ...context, result: { callId, content: `Changed ${nextNumber()}`, isError: random.chance(0.3) } };
  }
  return { ...context, message: `Other message ${nextNumber()}` };
}

/** Where a run goes on from, and what it writes first, when a person went back to that answer. */
function travelled(
  path: readonly Node[],
  answer: Node,
  { result, message, context }: TravelChanges,
): { readonly first: readonly Said[]; readonly from: Node | undefined } {
  const told: Said = context === undefined ? { type: 'nothing' } : { type: 'developer', text: context };
  const at = path.indexOf(answer);
  if (result === undefined) {
    const asked = path.slice(0, at).findLast(({ said }) => said.type === 'user' && said.text !== CONTINUED);
    return { first: [{ type: 'user', text: message ?? '' }, told], from: asked?.parent };
  }
  const { callId, content, isError = false } = result;
  const others = path.slice(at + 1).flatMap(({ said }) => {
    return said.type === 'result' && said.to === answer.id && said.callId !== callId ? [said] : [];
  });
  const call = answer.said.type === 'answer' ? answer.said.calls.find(({ id }) => id === callId) : undefined;
  const toolName = call?.name ?? '';
  const changed: SaidResult = {
    type: 'result',
    to: answer.id,
    callId,
    toolName,
    content,
    isError,
    ...listIn(call, isError, answer),
  };
  const calls = answer.said.type === 'answer' ? answer.said.calls : [];
  const results = calls.flatMap(({ id }) => [...others, changed].filter((said) => said.callId === id));
  return { first: [...results, told], from: answer };
}

/** A list that breaks the rules was written by nobody. */
function isRefusedList({ said }: Node, { result }: TravelChanges): boolean {
  const call = said.type === 'answer' ? said.calls.find(({ id }) => id === result?.callId) : undefined;
  return call?.name === WRITE_TODOS && result?.isError !== true && listOfCall(call) === undefined;
}

function listOfCall({ arguments: text }: ToolCall): readonly TodoItem[] | undefined {
  const { todos } = JSON.parse(text) as { readonly todos: readonly TodoItem[] };
  return todos.filter(({ status }) => status === 'in_progress').length > 1 ? undefined : todos;
}

/** The model takes a list for written whose call did not fail. */
function listIn(call: ToolCall | undefined, isError: boolean, answer: Node): Pick<SaidResult, 'list' | 'wrote'> {
  if (isError || call?.name !== WRITE_TODOS) return {};
  const list = listOfCall(call);
  const wrote = JSON.stringify(listOf(viewOf(answer.parent))) !== JSON.stringify(list);
  return wrote ? { list, wrote } : { list };
}
