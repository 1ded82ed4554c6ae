import { type NamedFigures, type RunFigures, successRate } from '../../../shared/run/figures.ts';
import { formatCost } from '../../ui/format.ts';
import { durationText, percentText } from './figure-words.ts';

type NamedTableProps = {
  readonly title: string;
  /** What the names are of. */
  readonly kind: string;
  readonly rows: readonly NamedFigures[];
};

const COLUMNS: readonly { readonly name: string; readonly text: (figures: RunFigures) => string }[] = [
  { name: 'Success', text: (figures) => percentText(successRate(figures)) },
  { name: 'Spend', text: (figures) => formatCost(figures) ?? '–' },
  { name: 'Run time p50', text: ({ duration }) => durationText(duration?.p50) },
  { name: 'Run time p95', text: ({ duration }) => durationText(duration?.p95) },
  { name: 'First token p50', text: ({ firstToken }) => durationText(firstToken?.p50) },
  { name: 'First token p95', text: ({ firstToken }) => durationText(firstToken?.p95) },
];

const HEAD = 'py-1 pr-4 text-right text-sm font-medium text-faint last:pr-0';
const CELL = 'py-1 pr-4 text-right whitespace-nowrap last:pr-0';

/** Figures by name, with a bar for how many runs each had. */
export function NamedTable({ title, kind, rows }: NamedTableProps) {
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(({ runs }) => runs));
  return (
    <div className="scroll-thin overflow-x-auto" tabIndex={0} role="group" aria-label={title}>
      <table className="w-full border-collapse">
        <caption className="pb-1 text-left font-medium">{title}</caption>
        <thead>
          <tr className="border-b">
            <th scope="col" className="py-1 pr-4 text-left text-sm font-medium text-faint">
              {kind}
            </th>
            <th scope="col" className="w-1/4 py-1 pr-4 text-left text-sm font-medium text-faint">
              Runs
            </th>
            {COLUMNS.map(({ name }) => (
              <th key={name} scope="col" className={HEAD}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-b">
              <th scope="row" className="max-w-56 truncate py-1 pr-4 text-left font-normal">
                {row.name}
              </th>
              <td className="py-1 pr-4">
                <span className="flex items-center gap-2">
                  <span className="w-8 shrink-0 text-right">{row.runs}</span>
                  <span className="h-2 flex-1">
                    <span
                      aria-hidden
                      className="block h-full rounded-sm bg-accent"
                      style={{ width: `${(row.runs / most) * 100}%` }}
                    />
                  </span>
                </span>
              </td>
              {COLUMNS.map(({ name, text }) => (
                <td key={name} className={CELL}>
                  {text(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
