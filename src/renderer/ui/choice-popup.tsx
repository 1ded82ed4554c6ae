import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { OPTION, POPUP } from './popup-style.ts';

type ChoicePopupProps = {
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly key: string; readonly shown: ReactNode }[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  /** Of the place where it is written, which must be positioned. */
  readonly side: 'top' | 'bottom';
};

/** What may stand where a person writes. The text field keeps the focus, and names the option `<id>-<index>` as its own. */
export function ChoicePopup({ id, label, options, chosen, onChoose, side }: ChoicePopupProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (options.length === 0) return null;
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className={cx(
        POPUP,
        'scroll-thin absolute left-0 z-40 max-h-64 w-full overflow-y-auto py-1',
        side === 'top' ? 'bottom-full mb-1' : 'top-full mt-1',
      )}
    >
      {options.map(({ key, shown }, index) => (
        <li
          key={key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={cx(OPTION, index === chosen && 'bg-active')}
          // Pressing must not take the focus from the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          {shown}
        </li>
      ))}
    </ul>
  );
}
