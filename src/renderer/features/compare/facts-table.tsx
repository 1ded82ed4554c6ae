import type { Comparison } from '../../../shared/compare/comparison.ts';
import { facts } from './compare-words.ts';

/** What both sides come to, and how far the right one is from the left. */
export function FactsTable({ comparison }: { readonly comparison: Comparison }) {
  const told = facts(comparison);
  return (
    <div className="shrink-0 px-4 pb-1">
      <table aria-label="Totals" className="w-full table-fixed border-collapse text-sm">
        <thead>
          <tr className="text-faint">
            <td className="w-20 py-1" />
            {told.map(({ name }) => (
              <th key={name} scope="col" className="truncate py-1 ps-2 text-end font-normal" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="Left" values={told.map(({ left }) => left)} />
          <Row name="Right" values={told.map(({ right }) => right)} />
          <Row name="Difference" values={told.map(({ change }) => change)} soft />
        </tbody>
      </table>
      {comparison.common !== undefined && (
        <p className="py-1 text-sm text-faint">Totals count what comes after the part that both have.</p>
      )}
    </div>
  );
}

type RowProps = { readonly name: string; readonly values: readonly string[]; readonly soft?: boolean };

function Row({ name, values, soft = false }: RowProps) {
  return (
    <tr className="border-t">
      <th scope="row" className="py-1 text-start font-normal text-soft">
        {name}
      </th>
      {values.map((value, index) => (
        <td key={index} className={`truncate py-1 ps-2 text-end ${soft ? 'text-soft' : 'text-text'}`}>
          {value}
        </td>
      ))}
    </tr>
  );
}
