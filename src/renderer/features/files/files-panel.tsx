import { FileDiff, TriangleAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ChangedFilesAnswer } from '../../../shared/files/changed-files-answer.ts';
import { isActive, isHeld } from '../../../shared/run/status.ts';
import { failureOf } from '../../data/bridge.ts';
import { useAnswer } from '../../data/queries.ts';
import { type OpenThread, useThreadPart } from '../../data/thread.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { formatMoment } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ApplyCopy } from './apply-copy.tsx';
import { FileRow, Lines } from './file-row.tsx';
import { fileCount, unknownText } from './file-words.ts';
import { RevertDialogs } from './revert-dialogs.tsx';
import { useRevert } from './use-revert.ts';

/** What a thread's runs changed in their folders. */
export function FilesPanel({ threadId }: { readonly threadId: string }) {
  return (
    <section aria-label="Files" className="flex min-h-0 flex-1 flex-col">
      <ThreadFiles key={threadId} threadId={threadId} />
    </section>
  );
}

/** Stands for all runs in the list of runs. */
const ALL = 'all';

function ThreadFiles({ threadId }: { readonly threadId: string }) {
  const [picked, setPicked] = useState(ALL);
  const of = picked === ALL ? { threadId } : { threadId, runId: picked };
  const thread = useThreadPart(threadId, panelOf).data;
  const answer = useAnswer('files.changed', of);
  if (answer.isError) {
    return (
      <FailureNote
        className="m-3"
        failure={failureOf(answer.error)}
        action={<Button onClick={() => void answer.refetch()}>Try again</Button>}
      />
    );
  }
  if (answer.data === undefined || thread === undefined) {
    return (
      <div className="flex flex-col gap-3 p-4">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    );
  }
  const { files, unknown, runs, more } = answer.data;
  if (files.length === 0 && unknown.length === 0 && more === 0 && picked === ALL) return <NoFiles {...thread} />;
  return (
    <FileList
      key={picked}
      of={of}
      answer={answer.data}
      copyOf={picked === ALL ? thread.copyOf : undefined}
      held={thread.active ? 'Once the run has ended or is paused' : undefined}
      picker={
        runs.length > 1 && (
          <Select
            aria-label="Run"
            className="basis-full"
            value={picked}
            onValueChange={setPicked}
            options={[
              { value: ALL, label: 'All runs' },
              ...runs
                .map(({ runId, number, startedAt }) => ({
                  value: runId,
                  label: `Run ${number}`,
                  hint: formatMoment(startedAt),
                }))
                .reverse(),
            ]}
          />
        )
      }
    />
  );
}

/** What the panel needs of the thread. */
function panelOf({ summary }: OpenThread) {
  const { status, workspace, copy, unsaved = false } = summary;
  return {
    active: isActive(status) && !isHeld(status),
    hasFolder: workspace !== undefined,
    copyOf: copy?.of,
    unsaved,
  };
}

type NoFilesProps = { readonly active: boolean; readonly hasFolder: boolean; readonly unsaved: boolean };

function NoFiles({ active, hasFolder, unsaved }: NoFilesProps) {
  if (!hasFolder)
    return <EmptyState icon={FileDiff} title="No files here" text="The agent of this thread works without a folder." />;
  if (unsaved) {
    const text =
      'What files held before is only kept for threads that are saved. The changes are in the folder itself.';
    return <EmptyState icon={FileDiff} title="Changes are not recorded" text={text} />;
  }
  return (
    <EmptyState
      icon={FileDiff}
      title={active ? 'No file has been changed yet' : 'No file was changed'}
      text="What tools and commands change in the folder shows here, with its differences."
    />
  );
}

const SHOWN = 200;

type FileListProps = {
  readonly of: { readonly threadId: string; readonly runId?: string };
  readonly answer: ChangedFilesAnswer;
  /** The folder that the thread's runs work on a copy of. */
  readonly copyOf: string | undefined;
  readonly held: string | undefined;
  readonly picker: React.ReactNode;
};

function FileList({ of, answer: { files, more, unknown }, copyOf, held, picker }: FileListProps) {
  const [shown, setShown] = useState(SHOWN);
  const revert = useRevert(of);
  const standing = files.filter((file) => !file.reverted);
  return (
    <>
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b py-1 pr-2 pl-3">
        {picker}
        <span className="min-w-0 flex-1 truncate text-sm text-soft">
          {standing.length === 0 && files.length > 0 ? 'All reverted' : fileCount(standing.length + more)}
        </span>
        <Lines lines={totalOf(standing)} />
        {copyOf !== undefined && (
          <ApplyCopy threadId={of.threadId} folder={copyOf} count={standing.length} held={held} />
        )}
        <Button
          size="sm"
          variant="ghost"
          icon={<Undo2 aria-hidden />}
          disabled={standing.length === 0 || revert.pending || held !== undefined}
          title={held}
          onClick={() => revert.ask(standing.map(({ root, path }) => ({ root, path })))}
        >
          Revert all
        </Button>
      </div>
      <div className="scroll-thin min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
        {unknown.map((reason) => (
          <p key={reason} className="flex items-start gap-1.5 px-3 py-2 text-sm text-warn">
            <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
            {unknownText(reason)}
          </p>
        ))}
        {files.length === 0 && <p className="px-3 py-2 text-soft">Nothing that it changed is left.</p>}
        <ul aria-label="Changed files">
          {files.slice(0, shown).map((file) => (
            <FileRow key={`${file.root}/${file.path}`} of={of} file={file} revert={revert} held={held} />
          ))}
        </ul>
        {files.length > shown && (
          <Button variant="ghost" size="sm" className="m-2" onClick={() => setShown(shown + SHOWN)}>
            Show more ({files.length - shown} left)
          </Button>
        )}
        {more > 0 && <p className="px-3 py-2 text-sm text-faint">And {fileCount(more)} more that are not listed.</p>}
      </div>
      <RevertDialogs revert={revert} of={of.runId === undefined ? 'this thread’s runs' : 'this run'} />
    </>
  );
}

function totalOf(files: ChangedFilesAnswer['files']): { readonly added: number; readonly removed: number } {
  return {
    added: files.reduce((sum, { lines }) => sum + (lines?.added ?? 0), 0),
    removed: files.reduce((sum, { lines }) => sum + (lines?.removed ?? 0), 0),
  };
}
