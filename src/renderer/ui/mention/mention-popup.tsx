import { cx } from '../cx.ts';
import { OPTION, POPUP } from '../popup-style.ts';
import type { MentionList } from './use-mention.ts';

type MentionPopupProps = {
  readonly id: string;
  readonly list: MentionList;
  /** Of the place where it is written, which must be positioned. */
  readonly side: 'top' | 'bottom';
};

/** The files that an @ may mean. The text field keeps the focus. */
export function MentionPopup({ id, list: { paths, chosen, choose }, side }: MentionPopupProps) {
  if (paths.length === 0) return null;
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Files"
      className={cx(
        POPUP,
        'scroll-thin absolute left-0 z-40 max-h-64 w-full overflow-y-auto py-1',
        side === 'top' ? 'bottom-full mb-1' : 'top-full mt-1',
      )}
    >
      {paths.map((path, index) => (
        <li
          key={path}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={cx(OPTION, index === chosen && 'bg-active')}
          // Pressing must not take the focus from the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(path)}
        >
          <span className="truncate font-mono text-sm">{path}</span>
        </li>
      ))}
    </ul>
  );
}
