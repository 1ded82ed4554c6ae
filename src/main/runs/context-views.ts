import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { contextSize, partOf, partsOf } from '../../shared/run/context.ts';
import type { ContextCut, ContextMeter, TakenAnswer } from '../../shared/run/context-answers.ts';
import {
  contextRows,
  entryRow,
  rowBody,
  type ContextFrame,
  type RowBody,
  type RowPlace,
  type RowsAnswer,
  type RowsAsked,
} from '../../shared/run/context-rows.ts';
import { contextView, takenOut, type ContextView } from '../../shared/run/context-view.ts';
import { estimateEntry } from '../../shared/run/estimates.ts';
import type { NextRequest } from '../../shared/run/next-request.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import type { ClearingEntry, CompactionEntry } from '../../shared/thread/visible-path.ts';
import { instructionsOf } from '../agent/agent.ts';
import { weigh } from '../agent/compaction/weigh.ts';
import { createBranchReader } from '../threads/branch-reader.ts';
import { countedOf } from '../threads/counted.ts';
import type { ReadDb } from '../threads/database.ts';
import { notesAbout } from '../threads/entries.ts';
import { contextAt, goingOn, type ContextPlace, type GoingOn } from './context-of.ts';

/** What windows are shown of the context at an entry. All fail as `contextOf` does. */
export type ContextViews = {
  readonly request: (where: ContextPlace) => Promise<Result<NextRequest>>;
  readonly meter: (where: ContextPlace) => Promise<Result<Omit<ContextMeter, 'window' | 'compacts'>>>;
  readonly rows: (where: ContextPlace, asked: RowsAsked) => Promise<Result<RowsAnswer>>;
  readonly body: (where: ContextPlace, place: RowPlace) => Promise<Result<RowBody>>;
  /** Of the whole branch, newest first. */
  readonly cuts: (where: ContextPlace) => Promise<Result<readonly ContextCut[]>>;
  /** What one of them took out of sight. */
  readonly taken: (where: ContextPlace, page: Pick<RowsAsked, 'offset' | 'limit'>) => Promise<Result<TakenAnswer>>;
};

type Seen = { readonly going: GoingOn; readonly view: ContextView; readonly frame: ContextFrame };

export function createContextViews(db: ReadDb): ContextViews {
  const branch = createBranchReader(db);
  /** Whoever shows one answer asks for the next of the same view. */
  let last: ContextView | undefined;

  function viewOf(path: readonly PathEntry[], seen: readonly PathEntry[]): ContextView {
    if (last?.path !== path || last.limitedBefore !== path.length - seen.length) last = contextView(path, seen);
    return last;
  }

  async function look(where: ContextPlace): Promise<Result<Seen>> {
    const path = await branch(where.threadId, where.entryId);
    await weigh(path);
    const found = goingOn(db, where, path);
    if (!found.ok) return found;
    const going = found.value;
    const tools = (going.tools ?? []).map(({ tool, dropped }) => (dropped ? { ...tool, dropped } : tool));
    const frame = { instructions: instructionsOf(going.agent), tools };
    return ok({ going, view: viewOf(path, going.seen), frame });
  }

  /** What the branch showed a model before one of its entries. */
  function viewBefore({ path, limitedBefore }: ContextView, cut: CompactionEntry | ClearingEntry): ContextView {
    const before = path.slice(0, path.indexOf(cut));
    return contextView(before, before.slice(Math.min(limitedBefore, before.length)));
  }

  function cutOf(view: ContextView, entry: CompactionEntry | ClearingEntry): ContextCut {
    const usage = notesAbout(db, [entry.id]).findLast((note) => note.kind === 'usage');
    return { entry, ...(usage === undefined ? {} : { usage }), state: stateOf(view, entry) };
  }

  return {
    async request(where) {
      return contextAt(db, where, await branch(where.threadId, where.entryId));
    },
    async meter(where) {
      const seen = await look(where);
      return seen.ok ? ok(meterAt(db, seen.value)) : seen;
    },
    async rows(where, asked) {
      const seen = await look(where);
      return seen.ok ? ok(contextRows(seen.value.view, seen.value.frame, asked)) : seen;
    },
    async body(where, place) {
      const seen = await look(where);
      if (!seen.ok) return seen;
      const body = rowBody(seen.value.view, seen.value.frame, place);
      return body === undefined ? fail('entry_not_found', 'There is nothing in this place any more') : ok(body);
    },
    async cuts(where) {
      const seen = await look(where);
      if (!seen.ok) return seen;
      const { view } = seen.value;
      return ok(
        view.path
          .filter(isCut)
          .map((entry) => cutOf(view, entry))
          .reverse(),
      );
    },
    async taken(where, { offset, limit }) {
      const seen = await look(where);
      if (!seen.ok) return seen;
      const { view } = seen.value;
      const cut = view.path.at(-1);
      if (cut === undefined || !isCut(cut)) return fail('entry_not_found', 'This entry took nothing out of sight');
      const entries = takenOut(viewBefore(view, cut), cut);
      const rows = entries.slice(offset, offset + limit).map((entry) => entryRow(entry, view.path.indexOf(entry)));
      const toolResults = entries.filter(({ kind }) => kind === 'tool_result').length;
      const tokens = entries.reduce((sum, entry) => sum + estimateEntry(entry, false), 0);
      return ok({ rows, offset, total: entries.length, messages: entries.length - toolResults, toolResults, tokens });
    },
  };
}

function isCut(entry: PathEntry): entry is CompactionEntry | ClearingEntry {
  return entry.kind === 'compaction' || entry.kind === 'outputs_cleared';
}

function stateOf(view: ContextView, entry: CompactionEntry | ClearingEntry): ContextCut['state'] {
  if (entry.id === view.compaction?.id || entry.id === view.clearing?.id) return 'in_effect';
  const index = view.path.indexOf(entry);
  const newest = entry.kind === 'compaction' && !view.path.slice(index + 1).some(({ kind }) => kind === 'compaction');
  return newest || index < view.limitedBefore ? 'limited' : 'replaced';
}

function meterAt(db: ReadDb, { going, view, frame }: Seen): Omit<ContextMeter, 'window' | 'compacts'> {
  const { agent, seen, historyLimit, tools } = going;
  const told = { instructions: frame.instructions, tools: frame.tools.filter(({ dropped }) => dropped !== true) };
  const counted = countedOf(db, seen);
  const counts = { messages: 0, toolResults: 0, todos: 0 };
  for (const one of view.sent) counts[partOf(one)] += 1;
  const system = frame.instructions === '' ? 0 : 1;
  const cut = view.path.findLast(isCut);
  return {
    model: agent.model,
    size: contextSize(seen, told, counted),
    estimates: partsOf(view.sent, told),
    counts: { system, tools: frame.tools.length, ...counts },
    request: system + view.sent.length,
    branch: system + view.path.length,
    ...(counted === undefined ? {} : { counted }),
    toolsKnown: tools !== undefined,
    ...(historyLimit === undefined ? {} : { historyLimit }),
    limitedBefore: view.limitedBefore,
    ...(cut === undefined ? {} : { cutId: cut.id }),
  };
}
