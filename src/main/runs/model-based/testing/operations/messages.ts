import type { RunRequest } from '../../../runs.ts';
import type { Said } from '../said.ts';
import { startRun } from '../start-run.ts';
import { createTree, headNode, type Node, type Tree } from '../tree.ts';
import type { World } from '../world.ts';
import type { Operation } from './operation.ts';

/** What a continued run says for the person after an answer. */
export const CONTINUED = 'Continue from where you stopped.';

function message(world: World): { readonly input: RunRequest['input']; readonly first: readonly Said[] } {
  const text = `Message ${world.nextNumber()}`;
  return { input: { type: 'message', text }, first: [{ type: 'user', text }] };
}

export function randomNode({ random }: World, tree: Tree): Node | undefined {
  return tree.nodes.size === 0 ? undefined : random.pick([...tree.nodes.values()]);
}

export function newThread(world: World): string {
  const tree = createTree(world.newId());
  world.trees.set(tree.threadId, tree);
  return startRun(world, tree, message(world));
}

/** Nothing follows from an answer without calls. */
function isOver(node: Node | undefined): boolean {
  return node === undefined || (node.said.type === 'answer' && node.said.calls.length === 0);
}

export const MESSAGES: readonly Operation[] = [
  { name: 'new thread', weight: 2, act: newThread },
  {
    name: 'message',
    weight: 12,
    act(world, tree) {
      const { random } = world;
      const limited = random.chance(0.2) ? { historyLimit: 1 + random.int(6) } : {};
      return startRun(world, tree, { ...message(world), ...limited });
    },
  },
  {
    name: 'edit',
    weight: 8,
    act(world, tree) {
      const { random } = world;
      const node = randomNode(world, tree);
      const parentId = random.chance(0.05) ? null : (node?.id ?? null);
      return startRun(world, tree, { ...message(world), at: { parentId, activate: random.chance(0.6) } });
    },
  },
  {
    name: 'regenerate',
    weight: 8,
    act(world, tree) {
      const node = randomNode(world, tree);
      if (node === undefined) return undefined;
      const from = isOver(node) && world.random.chance(0.9) ? node.parent : node;
      const at = { parentId: from?.id ?? null, activate: world.random.chance(0.6) };
      const refused = isOver(from) ? 'nothing_to_answer' : undefined;
      return startRun(world, tree, { input: { type: 'again' }, first: [], at, refused });
    },
  },
  {
    name: 'continue',
    weight: 6,
    act(world, tree) {
      const head = headNode(tree);
      if (head === undefined) return undefined;
      const first: readonly Said[] = isOver(head) ? [{ type: 'user', text: CONTINUED }] : [];
      return startRun(world, tree, { input: { type: 'continue', runId: 'last' }, first });
    },
  },
];
