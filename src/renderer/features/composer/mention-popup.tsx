import { cx } from '../../ui/cx.ts';
import { OPTION, POPUP } from '../../ui/popup-style.ts';
import type { MentionList } from './use-mention.ts';

type MentionPopupProps = { readonly id: string; readonly list: MentionList };

/** The files that an @ may mean, above the place where it is written. The text field keeps the focus. */
export function MentionPopup({ id, list: { paths, chosen, choose } }: MentionPopupProps) {
  if (paths.length === 0) return null;
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Files"
      className={cx(POPUP, 'scroll-thin absolute bottom-full left-0 z-40 mb-1 max-h-64 w-full overflow-y-auto py-1')}
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
