import { Download, Pencil } from 'lucide-react';
import { memo, useEffect } from 'react';
import { isActive } from '../../../shared/run/status.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { EXPORTS, exportThread } from '../../data/history-actions.ts';
import { renameThread } from '../../data/thread-actions.ts';
import { type OpenThread, useThreadPart } from '../../data/thread.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { useUi } from '../../state/ui.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BranchMenu } from './branch-menu.tsx';
import { headline } from './headline.ts';
import { ParentLink } from './parent-link.tsx';
import { RunButtons } from './run-buttons.tsx';
import { SaveButton } from './save-button.tsx';
import { ThreadFacts } from './thread-facts.tsx';

/** The thread's name, how it goes, and what can be done about it. */
export function ThreadHeader({ threadId }: { readonly threadId: string }) {
  const thread = useThreadPart(threadId, headerOf).data;
  const renaming = useUi((ui) => ui.renamingId === threadId);
  const setRenaming = useUi((ui) => ui.setRenaming);
  useDocumentTitle(thread?.summary.title);
  return (
    <section aria-label="Thread" className="@container shrink-0 border-b px-4 py-2">
      <div className="group flex h-7 items-center gap-1">
        {thread?.summary.spawnedBy !== undefined && <ParentLink spawnedBy={thread.summary.spawnedBy} />}
        {thread === undefined && <Skeleton className="h-4 w-64" />}
        {thread !== undefined && renaming && (
          <InlineEdit
            className="h-7 flex-1 text-lg font-semibold"
            label="Title of the thread"
            value={thread.summary.title}
            maxLength={200}
            onSave={(title) => renameThread(threadId, title)}
            onEnd={() => setRenaming(undefined)}
          />
        )}
        {thread !== undefined && !renaming && <Title threadId={threadId} title={thread.summary.title} />}
        <div className="flex-1" />
        {thread !== undefined && <SaveButton thread={thread.summary} />}
        {thread !== undefined && <BranchMenu threadId={threadId} brief={isActive(thread.summary.status)} />}
        {thread !== undefined && <RunButtons threadId={threadId} {...runOf(thread.summary)} />}
        {thread !== undefined && <ExportMenu threadId={threadId} title={thread.summary.title} />}
      </div>
      {thread === undefined ? (
        <Skeleton className="mt-1 h-3 w-80" />
      ) : (
        <ThreadFacts summary={thread.summary} headline={thread.headline} />
      )}
    </section>
  );
}

/** What the header shows, of all that the window holds of a thread. */
function headerOf({ summary, window }: OpenThread) {
  return { summary, headline: headline(summary, window) };
}

/** Names the window after the thread, for the system's list of windows. */
function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? 'Runlight' : `${title} · Runlight`;
    return () => {
      document.title = 'Runlight';
    };
  }, [title]);
}

function runOf({ status, runId, pausing, side }: ThreadSummary) {
  return { status, runId, pausing, side };
}

type NamedThread = { readonly threadId: string; readonly title: string };

const Title = memo(function Title({ threadId, title }: NamedThread) {
  const setRenaming = useUi((ui) => ui.setRenaming);
  return (
    <>
      <h1 className="min-w-0 truncate text-lg font-semibold" title={title} onDoubleClick={() => setRenaming(threadId)}>
        {title}
      </h1>
      <IconButton
        size="sm"
        label="Rename the thread"
        keys={keysOf('rename')}
        icon={<Pencil />}
        className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
        onClick={() => setRenaming(threadId)}
      />
    </>
  );
});

const ExportMenu = memo(function ExportMenu({ threadId: id, title }: NamedThread) {
  const entries = EXPORTS.map(({ label, ...what }) => ({
    label,
    onSelect: () => void exportThread({ id, title }, what),
  }));
  return (
    <Menu entries={entries}>
      <IconButton label="Export" icon={<Download />} />
    </Menu>
  );
});
