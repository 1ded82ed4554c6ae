import { Ellipsis, GitBranch, GitFork, Layers, Pencil, RefreshCw, Settings2, Split, Tag } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { plainLine } from '../../../shared/lib/plain-line.ts';
import { forkThread, labelBranch, regenerate } from '../../data/branch-actions.ts';
import { useThreadPart, type OpenThread } from '../../data/thread.ts';
import { setBranchPoint, setEditing, setLabelling, setTravelling, useBranching } from '../../state/branching.ts';
import { showContextAt } from '../../state/context-at.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { RegenerateDialog } from './regenerate-dialog.tsx';

type MessageToolsProps = {
  readonly threadId: string;
  readonly entryId: string;
  readonly kind: 'message' | 'answer';
  /** What another answer would go on from. */
  readonly fromEntryId: string | null;
  /** The whole of it. */
  readonly text: string;
};

const LINE = 80;

/** What can be done with a message or an answer: shown on hover, and while the focus is in its row. */
export function MessageTools({ threadId, entryId, kind, fromEntryId, text }: MessageToolsProps) {
  const labelling = useBranching((state) => state.labelling[threadId] === entryId);
  const elsewhere = useThreadPart(threadId, ofProgram).data === true;
  const [choosing, setChoosing] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const entries: readonly MenuEntry[] = [
    ...(elsewhere
      ? []
      : [
          {
            label: kind === 'answer' ? 'Regenerate with…' : 'Answer with…',
            icon: <Settings2 />,
            takesFocus: true,
            onSelect: () => setChoosing(true),
          },
          {
            label: 'Branch from here',
            icon: <GitBranch />,
            takesFocus: true,
            onSelect: () => {
              setBranchPoint(threadId, { entryId, line: lineOf(text), files: 'now' });
              document.querySelector<HTMLElement>('[aria-label="Composer"] textarea')?.focus();
            },
          },
        ]),
    ...(elsewhere || kind !== 'answer'
      ? []
      : [
          {
            label: 'Go back and change…',
            icon: <Split />,
            takesFocus: true,
            onSelect: () => setTravelling(threadId, { messageId: entryId }),
          },
        ]),
    { label: 'Fork to a new thread', icon: <GitFork />, onSelect: () => void forkThread(threadId, entryId) },
    ...(fromEntryId === null
      ? []
      : [
          {
            label: kind === 'answer' ? 'Show what the model saw' : 'Show what the model sees here',
            icon: <Layers />,
            onSelect: () => showContextAt({ threadId, entryId: fromEntryId }),
          },
        ]),
    {
      label: 'Name this branch…',
      icon: <Tag />,
      takesFocus: true,
      onSelect: () => setLabelling(threadId, entryId),
    },
  ];
  return (
    <>
      <Tools>
        {!elsewhere && kind === 'message' && (
          <IconButton
            size="sm"
            label="Edit the message"
            keys={keysOf('edit-message')}
            icon={<Pencil />}
            onClick={() => setEditing(threadId, entryId)}
          />
        )}
        {!elsewhere && (
          <IconButton
            size="sm"
            label={kind === 'answer' ? 'Regenerate' : 'Answer again'}
            keys={kind === 'answer' ? keysOf('regenerate') : undefined}
            icon={<RefreshCw />}
            onClick={() => regenerate({ threadId, entryId })}
          />
        )}
        {text !== '' && <CopyButton label="Copy message" text={() => text} />}
        <Menu entries={entries}>
          <IconButton ref={more} size="sm" label="More" icon={<Ellipsis />} />
        </Menu>
      </Tools>
      {labelling && (
        <div className="pt-1">
          <InlineEdit
            label="Name of the branch"
            value=""
            maxLength={100}
            className="h-6 w-64"
            returnTo={more}
            onSave={(label) => labelBranch(threadId, entryId, label)}
            onEnd={() => setLabelling(threadId, undefined)}
          />
        </div>
      )}
      {choosing && (
        <RegenerateDialog
          threadId={threadId}
          entryId={entryId}
          fromEntryId={fromEntryId}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

function Tools({ children }: { readonly children: ReactNode }) {
  return (
    <div
      className={cx(
        'absolute end-1 top-1 flex rounded-md bg-raised opacity-0 shadow-pop',
        'group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-data-popup-open:opacity-100',
      )}
    >
      {children}
    </div>
  );
}

/** Such a thread goes on where its program runs, and nowhere else. */
function ofProgram({ summary }: OpenThread): boolean {
  return summary.source === 'code';
}

function lineOf(text: string): string {
  const line = plainLine(text);
  return line.length <= LINE ? line : `${line.slice(0, LINE - 1).trimEnd()}…`;
}
