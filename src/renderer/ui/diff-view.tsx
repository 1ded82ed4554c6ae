import { useMemo, useState } from 'react';
import { visibleText } from '../../shared/lib/visible-text.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { diffLines, type DiffLine } from './diff-lines.ts';

const SHOWN = 120;
const SIGNS = { same: ' ', added: '+', removed: '−', hunk: '' } as const;
const TONES = { same: '', added: 'bg-ok-soft', removed: 'bg-bad-soft', hunk: 'text-faint' } as const;

/** The changed lines of a unified diff without file headers. */
export function DiffView({ diff }: { readonly diff: string }) {
  const [all, setAll] = useState(false);
  const lines = useMemo(() => diffLines(diff), [diff]);
  const shown = all ? lines : lines.slice(0, SHOWN);
  return (
    <div>
      <div
        tabIndex={0}
        role="group"
        aria-label="Changed lines"
        dir="ltr"
        className="scroll-thin max-h-[480px] overflow-auto rounded-md border bg-code py-1 font-mono text-sm leading-[18px]"
      >
        <table className="min-w-full border-collapse">
          <tbody>
            {shown.map((line, index) => (
              <Line key={index} line={line} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < lines.length && (
        <Button variant="ghost" size="sm" className="mt-1" onClick={() => setAll(true)}>
          Show all ({lines.length} lines)
        </Button>
      )}
    </div>
  );
}

function Line({ line }: { readonly line: DiffLine }) {
  const numbers = line.type === 'hunk' ? [undefined, undefined] : [line.before, line.after];
  const sign = SIGNS[line.type];
  return (
    <tr className={TONES[line.type]}>
      {numbers.map((number, side) => (
        <td key={side} className="w-0 pl-2 text-end text-xs text-soft select-none">
          {number}
        </td>
      ))}
      <td
        className={cx(
          'w-0 px-1.5 select-none',
          line.type === 'added' && 'text-ok',
          line.type === 'removed' && 'text-bad',
        )}
      >
        {sign}
      </td>
      <td className="pr-2 whitespace-pre">{visibleText(line.text)}</td>
    </tr>
  );
}
