import { ChevronRight, FileDiff, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { CompareSide } from '../../../shared/compare/compare-side.ts';
import type { ComparedFile, Comparison } from '../../../shared/compare/comparison.ts';
import type { FileDifference } from '../../../shared/files/file-difference.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { failureOf } from '../../data/bridge.ts';
import { useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { fateText, fileOutcome } from './compare-words.ts';

type Sides = { readonly left: CompareSide; readonly right: CompareSide };

type FileRowsProps = {
  readonly sides: Sides;
  readonly comparison: Comparison;
  readonly onlyDifferences: boolean;
};

const SHOWN = 200;

/** Which files each side changed, and where they differ now. */
export function FileRows({ sides, comparison: { left, right, files }, onlyDifferences }: FileRowsProps) {
  const [shown, setShown] = useState(SHOWN);
  const wanted = onlyDifferences ? files.filter(({ same }) => !same) : files;
  return (
    <>
      {(left.filesUnknown === true || right.filesUnknown === true) && (
        <p className="flex items-start gap-1.5 px-4 py-2 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          Not everything that commands changed is known: more files may differ.
        </p>
      )}
      {wanted.length === 0 && (
        <EmptyState
          icon={FileDiff}
          title={files.length === 0 ? 'Neither side changed a file' : 'No file differs'}
          text="What tools and commands change in a folder shows here."
        />
      )}
      <ul aria-label="Files">
        {wanted.slice(0, shown).map((file) => (
          <FileRow key={file.path} sides={sides} file={file} />
        ))}
      </ul>
      {wanted.length > shown && (
        <Button variant="ghost" size="sm" className="m-2" onClick={() => setShown(shown + SHOWN)}>
          Show more ({wanted.length - shown} left)
        </Button>
      )}
    </>
  );
}

function FileRow({ sides, file }: { readonly sides: Sides; readonly file: ComparedFile }) {
  const [open, setOpen] = useState(false);
  const bodyId = useId();
  const { path, left, right } = file;
  return (
    <li data-path={path} className="border-b">
      <button
        type="button"
        data-item
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        onClick={() => setOpen(!open)}
        className="flex h-7 w-full items-center gap-3 px-4 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden
          className={cx('size-3.5 shrink-0 text-faint transition-transform duration-100', open && 'rotate-90')}
        />
        <span dir="auto" title={path} className="min-w-0 flex-1 truncate">
          {visibleText(path)}
        </span>
        <span className="shrink-0 text-sm text-soft">
          <span className="sr-only">Left: </span>
          {fateText(left)}
          <span aria-hidden> | </span>
          <span className="sr-only">, right: </span>
          {fateText(right)}
        </span>
        <span className="w-20 shrink-0 text-end text-sm font-medium text-text">{fileOutcome(file)}</span>
      </button>
      {open && (
        <div id={bodyId} className="px-4 pt-1 pb-3">
          <Detail sides={sides} path={path} />
        </div>
      )}
    </li>
  );
}

function Detail({ sides, path }: { readonly sides: Sides; readonly path: string }) {
  const answer = useAnswer('compare.file', { ...sides, path });
  if (answer.isError) return <FailureNote failure={failureOf(answer.error)} />;
  if (answer.data === undefined) return <Skeleton className="h-12 w-full" />;
  const { left, right, between } = answer.data;
  return (
    <div className="flex flex-col gap-2">
      {between === undefined ? (
        <>
          {left !== undefined && <Difference title="What the left did" difference={left} />}
          {right !== undefined && <Difference title="What the right did" difference={right} />}
        </>
      ) : (
        <Difference title="From the left to the right" difference={between} />
      )}
    </div>
  );
}

function Difference({ title, difference }: { readonly title: string; readonly difference: FileDifference }) {
  return (
    <div>
      <p className="pb-1 text-sm font-medium text-soft">{title}</p>
      {difference.type === 'text' && difference.diff !== '' ? (
        <DiffView diff={difference.diff} />
      ) : (
        <p className="text-sm text-faint">{differenceText(difference)}</p>
      )}
    </div>
  );
}

function differenceText(difference: FileDifference): string {
  if (difference.type === 'binary') return 'These are no texts.';
  if (difference.type === 'not_kept') return 'One of the two was not kept.';
  return difference.added + difference.removed === 0
    ? 'They hold the same.'
    : `Too large to be shown line by line: ${difference.added} lines added, ${difference.removed} removed.`;
}
