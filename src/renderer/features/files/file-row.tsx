import { ChevronRight, FileMinus, FilePen, FilePlus, SquareTerminal, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChangedFileRow } from '../../../shared/files/changed-files-answer.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { cx } from '../../ui/cx.ts';
import { FileDetail } from './file-detail.tsx';
import { splitPath } from './file-words.ts';
import type { Revert } from './use-revert.ts';

type Look = { readonly icon: LucideIcon; readonly tone: string };

const LOOKS: Record<ChangedFileRow['status'], Look> = {
  added: { icon: FilePlus, tone: 'text-ok' },
  modified: { icon: FilePen, tone: 'text-accent' },
  deleted: { icon: FileMinus, tone: 'text-bad' },
};

type FileRowProps = {
  readonly of: { readonly threadId: string; readonly runId?: string };
  readonly file: ChangedFileRow;
  readonly revert: Revert;
  readonly held: string | undefined;
};

/** A changed file as one line that opens to its difference. */
export function FileRow({ of, file, revert, held }: FileRowProps) {
  const [open, setOpen] = useState(false);
  const bodyId = useId();
  const { path, status, by, lines, reverted } = file;
  const { icon: Icon, tone } = LOOKS[status];
  const { folder, name } = splitPath(path);
  return (
    <li data-status={status} data-path={path} className="border-b">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        onClick={() => setOpen(!open)}
        className="group flex h-7 w-full items-center gap-2 px-3 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden className={cx('size-3.5 shrink-0', reverted ? 'text-faint' : tone)} />
        <span className="sr-only">{status} </span>
        <span
          dir="auto"
          title={path}
          className={cx('flex min-w-0 flex-1 items-baseline gap-1.5', reverted && 'line-through')}
        >
          <span className={cx('max-w-full shrink-0 truncate', reverted ? 'text-faint' : 'text-text')}>
            {visibleText(name)}
          </span>
          {folder !== '' && <span className="min-w-0 truncate text-sm text-faint">{visibleText(folder)}</span>}
        </span>
        {reverted && <span className="shrink-0 text-sm text-faint">reverted</span>}
        {by.includes('command') && (
          <span title="Changed by a command" className="shrink-0 text-faint">
            <SquareTerminal aria-hidden className="size-3.5" />
            <span className="sr-only">by a command</span>
          </span>
        )}
        <Lines lines={lines} />
        <ChevronRight
          aria-hidden
          className={cx('size-3.5 shrink-0 text-faint transition-transform duration-100', open && 'rotate-90')}
        />
      </button>
      {open && (
        <div id={bodyId}>
          <FileDetail of={of} file={file} revert={revert} held={held} />
        </div>
      )}
    </li>
  );
}

export function Lines({ lines }: Pick<ChangedFileRow, 'lines'>) {
  if (lines === undefined) return null;
  return (
    <span className="flex shrink-0 gap-1.5 font-mono text-xs">
      {lines.added > 0 && <span className="text-ok">+{lines.added}</span>}
      {lines.removed > 0 && <span className="text-bad">−{lines.removed}</span>}
    </span>
  );
}
