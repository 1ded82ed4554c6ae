import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PathBody } from '../../shared/thread/entry.ts';
import { seesPlan as seesPlanOn } from '../../shared/todos/sees-plan.ts';
import { wholeBranch } from './branches.ts';
import { planEntry } from './plans.ts';
import { seesPlan } from './sees-plan.ts';
import { append, assistant, testStore, testThread, todosWritten, user } from './testing/store.ts';

const counted = {
  trigger: 'person',
  before: { tokens: 9, estimated: true },
  after: { tokens: 1, estimated: true },
} as const;

/** `keep`: how many entries before it stay; `null`: none does. */
function compaction(ids: readonly string[], keep: number | null): PathBody {
  const firstKeptId = keep === null ? null : (ids.at(-keep) ?? 'elsewhere');
  return { kind: 'compaction', summary: 'S', model: 'm', durationMs: 1, firstKeptId, ...counted };
}

const step = fc.oneof(
  fc.constant('message' as const),
  fc.constant('plan' as const),
  fc.constant('restored' as const),
  fc.record({ keep: fc.option(fc.integer({ min: 1, max: 6 })) }),
);

test('the engine knows of any branch what the whole of it says', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { write: db } = testStore();
      testThread(db);
      const ids: string[] = [];
      const add = (body: PathBody): void => {
        const id = `e${ids.length}`;
        append(db, { tip: ids.at(-1) ?? null, drafts: [{ id, body }] });
        ids.push(id);
      };
      add(user());
      for (const one of steps) {
        if (one === 'message') add(assistant());
        else if (one === 'restored') add({ kind: 'todos_restored', items: [] });
        else if (one !== 'plan') add(compaction(ids, one.keep));
        else {
          // Each another one: a plan that stays the same is none.
          add(assistant({ calls: [{ id: 'call', name: 'write_todos', arguments: '{}' }] }));
          add(todosWritten(ids.at(-1) ?? '', ...Array.from(ids, () => 'pending' as const)));
        }
      }
      const leaf = ids.at(-1) ?? '';
      const branch = wholeBranch(db, 'thread', leaf) ?? [];
      const writer = planEntry(db, leaf);
      const expected = writer === undefined || seesPlanOn(branch, writer.id) === true;
      expect(seesPlan(db, 'thread', leaf)).toBe(expected);
    }),
  );
});
