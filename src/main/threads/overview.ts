import { must } from '../../shared/lib/assert.ts';
import { type NamedFigures, type RunFigures, spreadOf } from '../../shared/run/figures.ts';
import { reading, type ReadDb } from './database.ts';

type SumsRow = {
  readonly runs: number;
  readonly finished: number;
  readonly stopped: number;
  readonly cost: number;
  readonly calls: number;
  readonly unpriced: number;
  /** JSON: lists of milliseconds. */
  readonly durations: string;
  readonly first_tokens: string;
};

type Between = { readonly from: number; readonly to: number };

/** `counted`: which runs count as such; the cost is that of all. */
const sums = (counted: string): string => `
  coalesce(sum(${counted}), 0) AS runs,
  coalesce(sum(status = 'finished' AND ${counted}), 0) AS finished,
  coalesce(sum(status = 'stopped' AND ${counted}), 0) AS stopped,
  coalesce(sum(cost), 0) AS cost,
  coalesce(sum(calls), 0) AS calls,
  coalesce(sum(unpriced), 0) AS unpriced,
  json_group_array(finished_at - started_at) FILTER (WHERE ${counted}) AS durations,
  json_group_array(first_token_ms) FILTER (WHERE first_token_ms IS NOT NULL AND ${counted}) AS first_tokens`;

const ENDED = 'FROM runs INDEXED BY runs_ended WHERE own = 1 AND finished_at >= :from AND finished_at < :to';

const ALL = reading<Between, SumsRow>('runFigures', `SELECT ${sums('child = 0')} ${ENDED}`);

/** Of the runs that ended, those of sub-agents in their cost alone, from `from` until right before `to` (ms since the epoch). */
export function runFigures(db: ReadDb, from: number, to: number): RunFigures {
  return figuresOf([toSums(must(ALL.get(db, { from, to }), 'the row of an aggregate'))]);
}

const BY_NAMES = reading<Between, SumsRow & { agent: string; model: string }>(
  'figuresByNames',
  `SELECT agent_name AS agent, model, ${sums('TRUE')} ${ENDED} GROUP BY agent_name, model`,
);

/** The same runs by agent and by model, busiest first; there those of sub-agents count like any other. */
export function figuresByNames(
  db: ReadDb,
  from: number,
  to: number,
): { readonly agents: readonly NamedFigures[]; readonly models: readonly NamedFigures[] } {
  const rows = BY_NAMES.all(db, { from, to }).map((row) => ({ agent: row.agent, model: row.model, sums: toSums(row) }));
  return { agents: named(rows, 'agent'), models: named(rows, 'model') };
}

type NamedSums = { readonly agent: string; readonly model: string; readonly sums: Sums };

function named(rows: readonly NamedSums[], by: 'agent' | 'model'): readonly NamedFigures[] {
  return [...Map.groupBy(rows, (row) => row[by])]
    .map(([name, group]) => ({ name, ...figuresOf(group.map((row) => row.sums)) }))
    .toSorted((a, b) => b.runs - a.runs || a.name.localeCompare(b.name));
}

type Sums = Omit<RunFigures, 'duration' | 'firstToken'> & {
  readonly durations: readonly number[];
  readonly firstTokens: readonly number[];
};

function toSums({ runs, finished, stopped, cost, calls, unpriced, durations, first_tokens }: SumsRow): Sums {
  return {
    runs,
    finished,
    stopped,
    cost,
    calls,
    unpriced,
    durations: JSON.parse(durations) as readonly number[],
    firstTokens: JSON.parse(first_tokens) as readonly number[],
  };
}

function figuresOf(groups: readonly Sums[]): RunFigures {
  const sum = (value: (group: Sums) => number) => groups.reduce((total, group) => total + value(group), 0);
  return {
    runs: sum((group) => group.runs),
    finished: sum((group) => group.finished),
    stopped: sum((group) => group.stopped),
    cost: sum((group) => group.cost),
    calls: sum((group) => group.calls),
    unpriced: sum((group) => group.unpriced),
    duration: spreadOf(groups.flatMap((group) => group.durations)),
    firstToken: spreadOf(groups.flatMap((group) => group.firstTokens)),
  };
}
