import { CodeXml, Ellipsis, Pin } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isHeld } from '../../../shared/run/status.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { renameThread } from '../../data/thread-actions.ts';
import { routeHash } from '../../state/route.ts';
import { cx } from '../../ui/cx.ts';
import { formatAge, formatMoment } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { ContextMenu, Menu } from '../../ui/menu.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { standingText, statusText } from '../../ui/status-text.ts';
import { useThreadMenu } from './use-thread-menu.tsx';

type ThreadRowProps = {
  readonly thread: ThreadSummary;
  readonly selected: boolean;
  /** Whether Tab stops here: of the whole list at one row alone, arrow keys lead to the others. */
  readonly tabStop: boolean;
  readonly now: number;
};

export const ThreadRow = memo(function ThreadRow({ thread, selected, tabStop, now }: ThreadRowProps) {
  const [renaming, setRenaming] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const entries = useThreadMenu(thread, () => setRenaming(true));
  const { title, status, agent, updatedAt, pinned, plan, source } = thread;
  const standing = standingText(thread);
  const tellsMore = isHeld(status) || standing !== statusText(status);
  if (renaming) {
    return (
      <div className="mx-2 flex h-full items-center rounded-md bg-active px-2">
        <InlineEdit
          className="h-7 w-full"
          label="Title of the thread"
          value={title}
          maxLength={200}
          onSave={(next) => renameThread(thread.id, next)}
          onEnd={() => {
            // Left by a key, not by a click elsewhere.
            const byKey = document.activeElement !== document.body;
            flushSync(() => setRenaming(false));
            if (byKey) link.current?.focus();
          }}
        />
      </div>
    );
  }
  return (
    <ContextMenu entries={entries}>
      <div className="group relative mx-2 h-full" data-thread-id={thread.id}>
        <a
          ref={link}
          href={routeHash({ view: 'thread', threadId: thread.id })}
          aria-current={selected ? 'page' : undefined}
          tabIndex={tabStop ? 0 : -1}
          onKeyDown={(event) => {
            if (event.key !== 'F2') return;
            // Here it means this thread, not the one that is open.
            event.preventDefault();
            setRenaming(true);
          }}
          className={cx(
            'flex h-full cursor-default flex-col justify-center rounded-md px-2 text-inherit no-underline focus-visible:-outline-offset-2',
            selected ? 'bg-accent-soft' : 'hover:bg-hover',
          )}
        >
          <span className="flex items-center gap-2">
            <StatusDot status={status} words={standing} />
            <span className={cx('min-w-0 flex-1 truncate', selected && 'font-medium')}>{title}</span>
            {pinned && <Pin aria-label="Pinned" className="size-3 shrink-0 text-faint" />}
            <time
              dateTime={new Date(updatedAt).toISOString()}
              title={formatMoment(updatedAt)}
              className="shrink-0 text-xs text-faint group-focus-within:invisible group-hover:invisible"
            >
              {formatAge(updatedAt, now)}
            </time>
          </span>
          <span className="flex h-4 items-center gap-2 pl-5 text-xs text-faint">
            <span className="flex min-w-0 flex-1 items-center gap-1">
              <span className="truncate">
                {thread.unsaved === true && 'Not saved · '}
                {tellsMore && `${standing} · `}
                {agent === undefined ? 'No run yet' : visibleText(agent)}
              </span>
              {source === 'code' && <CodeXml role="img" aria-label="From a program" className="size-3 shrink-0" />}
            </span>
            {plan !== undefined && plan.total > 0 && (
              <>
                <ProgressBar label="Plan" done={plan.done} total={plan.total} className="w-12 shrink-0" />
                <span className="shrink-0">
                  {plan.done}/{plan.total}
                </span>
              </>
            )}
          </span>
        </a>
        <Menu entries={entries}>
          <IconButton
            size="sm"
            label={`Actions for ${title}`}
            tabIndex={tabStop ? 0 : -1}
            icon={<Ellipsis />}
            className="absolute top-0.5 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-popup-open:opacity-100"
          />
        </Menu>
      </div>
    </ContextMenu>
  );
});
