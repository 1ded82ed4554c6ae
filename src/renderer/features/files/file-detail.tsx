import { Copy, ExternalLink, Redo2, Undo2 } from 'lucide-react';
import type { ChangedFileRow } from '../../../shared/files/changed-files-answer.ts';
import type { FileDifference } from '../../../shared/files/file-difference.ts';
import { failureOf } from '../../data/bridge.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { copyShort } from '../../ui/copy.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { describeFile } from './file-words.ts';
import type { Revert } from './use-revert.ts';

type FileDetailProps = {
  readonly of: { readonly threadId: string; readonly runId?: string };
  readonly file: ChangedFileRow;
  readonly revert: Revert;
  /** Why nothing can be reverted now. */
  readonly held: string | undefined;
};

/** What a changed file's row opens to: who did it, what can be done about it, the difference. */
export function FileDetail({ of, file, revert, held }: FileDetailProps) {
  const { root, path, reverted, exists } = file;
  const place = { root, path };
  return (
    <div className="flex flex-col gap-2 pt-1 pr-3 pb-3 pl-4">
      <p className="text-sm text-soft">{describeFile(file)}</p>
      <div className="flex flex-wrap items-center gap-1.5">
        {reverted ? (
          <Button
            size="sm"
            icon={<Redo2 aria-hidden />}
            disabled={revert.pending || held !== undefined}
            onClick={() => revert.bringBack(place)}
          >
            Bring back
          </Button>
        ) : (
          <Button
            size="sm"
            icon={<Undo2 aria-hidden />}
            disabled={revert.pending || held !== undefined}
            onClick={() => revert.ask([place])}
          >
            Revert
          </Button>
        )}
        {exists && <OpenFile of={of} file={file} />}
        {held !== undefined && <span className="text-sm text-faint">{held}</span>}
      </div>
      <Difference of={of} file={file} />
    </div>
  );
}

function OpenFile({ of, file: { root, path } }: Pick<FileDetailProps, 'of' | 'file'>) {
  const canOpen = useAnswer('app.info', {}).data?.canOpenFiles === true;
  const open = useAction('files.open');
  if (canOpen) {
    return (
      <Button
        size="sm"
        icon={<ExternalLink aria-hidden />}
        onClick={() => open.mutate({ ...of, root, path }, { onError: (error) => showFailure(error.failure) })}
      >
        Open in editor
      </Button>
    );
  }
  const whole = `${root}/${path}`;
  return (
    <Button size="sm" icon={<Copy aria-hidden />} onClick={() => void copyShort(whole, 'path', 'file’s path')}>
      Copy path
    </Button>
  );
}

function Difference({ of, file: { root, path } }: Pick<FileDetailProps, 'of' | 'file'>) {
  const found = useAnswer('files.difference', { ...of, root, path });
  if (found.isError) return <FailureNote failure={failureOf(found.error)} />;
  if (found.data === undefined) return <Skeleton className="h-16 w-full" />;
  if (found.data.type === 'text' && found.data.diff !== '') return <DiffView diff={found.data.diff} />;
  return <p className="text-sm text-faint">{withoutDiff(found.data)}</p>;
}

function withoutDiff(difference: FileDifference): string {
  if (difference.type === 'binary') return 'A binary file: there are no lines to show.';
  if (difference.type === 'not_kept') return 'What it held was not kept: it was too large, or there was no time.';
  const { added, removed } = difference;
  return added + removed === 0 ? 'Not a line differs.' : 'Too large to compare line by line.';
}
