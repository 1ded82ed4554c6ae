import type { RefObject } from 'react';
import { codedText } from '../../../shared/lib/visible-text.ts';

type LineErrorsProps = {
  /** One error a line: `Line 3: …`. */
  readonly message: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
};

/** What is wrong with the text, each with the way to its line. */
export function LineErrors({ message, field }: LineErrorsProps) {
  return (
    <ul role="alert" className="scroll-thin max-h-32 shrink-0 overflow-y-auto rounded-md bg-bad-soft px-1 py-1">
      {message.split('\n').map((error) => (
        <li key={error}>
          <button
            type="button"
            className="w-full rounded px-2 py-0.5 text-start text-sm wrap-anywhere hover:bg-hover focus-visible:-outline-offset-2"
            onClick={() => selectLine(field.current, Number(/\d+/.exec(error)?.[0] ?? 1))}
          >
            <span className="line-clamp-3">{codedText(error)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function selectLine(field: HTMLTextAreaElement | null, number: number): void {
  if (field === null) return;
  const before = field.value.split('\n').slice(0, number - 1);
  const start = before.reduce((length, line) => length + line.length + 1, 0);
  const end = field.value.indexOf('\n', start);
  field.focus();
  field.setSelectionRange(start, end < 0 ? field.value.length : end);
}
