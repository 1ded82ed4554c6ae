import { Popover } from '@base-ui/react/popover';
import { ChevronDown, GitBranch, MessagesSquare, Play, Search } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import type { CompareSide } from '../../../shared/compare/compare-side.ts';
import type { ComparedSide } from '../../../shared/compare/comparison.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { BranchLeaf } from '../../../shared/thread/branch-leaf.ts';
import { useAnswer } from '../../data/queries.ts';
import { useThreadList } from '../../data/thread-list.ts';
import { cx } from '../../ui/cx.ts';
import { formatAge, formatMoment } from '../../ui/format.ts';
import { POPUP } from '../../ui/popup-style.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useNow } from '../../ui/use-now.ts';
import { sideName } from './compare-words.ts';

type SidePickerProps = {
  readonly name: 'Left' | 'Right';
  readonly side?: CompareSide;
  /** What the engine has told of it. */
  readonly known?: ComparedSide | undefined;
  /** The other side: not offered, and where nothing is chosen yet its thread comes first. */
  readonly beside?: CompareSide;
  readonly onPick: (side: CompareSide) => void;
};

/** One side of the comparison, and a choice of all others. */
export function SidePicker({ name, side, known, beside, onPick }: SidePickerProps) {
  const [open, setOpen] = useState(false);
  const threadId = (side ?? beside)?.threadId;
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger className="flex h-11 min-w-0 items-center gap-2 rounded-md border border-line-strong bg-raised px-2.5 text-start transition-colors duration-100 hover:bg-hover data-popup-open:bg-active">
        <span className="sr-only">{name} side: </span>
        <SideLines name={name} known={known} side={side} />
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-faint" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="z-20">
          <Popover.Popup className={cx(POPUP, 'flex max-h-[min(420px,var(--available-height))] w-90 flex-col')}>
            <Popover.Title className="sr-only">Choose the {name.toLowerCase()} side</Popover.Title>
            <Choices
              threadId={threadId}
              beside={beside}
              onPick={(picked) => {
                setOpen(false);
                onPick(picked);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type SideLinesProps = Pick<SidePickerProps, 'name' | 'known' | 'side'>;

function SideLines({ name, known, side }: SideLinesProps) {
  if (known === undefined) {
    if (side !== undefined) return <ChosenLine side={side} fallback={name} />;
    return <span className="min-w-0 flex-1 truncate text-soft">Choose the {name.toLowerCase()}</span>;
  }
  const { status, title, agent, model } = known;
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-1.5">
        <StatusDot status={status} />
        <span dir="auto" className="min-w-0 truncate font-medium" title={sideName(known)}>
          {visibleText(sideName(known))}
        </span>
      </span>
      <span className="block truncate text-sm text-faint">
        {visibleText([title, agent, model].filter((part) => part !== undefined && part !== '').join(' · '))}
      </span>
    </span>
  );
}

/** What is chosen, before there is anything to compare it with. */
function ChosenLine({ side, fallback }: { readonly side: CompareSide; readonly fallback: string }) {
  const { threadId, entryId, runId } = side;
  const leaf = useAnswer('branch.leaves', { threadId, limit: MOST }).data?.leaves.find((one) =>
    entryId === undefined ? one.active : one.entryId === entryId,
  );
  const name = runId === undefined && leaf !== undefined ? branchName(leaf) : fallback;
  return (
    <span dir="auto" className="min-w-0 flex-1 truncate font-medium" title={name}>
      {visibleText(name)}
    </span>
  );
}

function branchName({ label, line }: BranchLeaf): string {
  return label ?? (line === '' ? 'Without words' : line);
}

type ChoicesProps = {
  readonly threadId: string | undefined;
  readonly beside: CompareSide | undefined;
  readonly onPick: (side: CompareSide) => void;
};

function Choices({ threadId, beside, onPick }: ChoicesProps) {
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(typed.trim());
  const list = useThreadList(query === '' ? {} : { query });
  const now = useNow(60_000);
  const threads = list.data?.pages.flatMap((page) => page.threads) ?? [];
  return (
    <>
      <div className="relative shrink-0 border-b p-2">
        <Search aria-hidden className="pointer-events-none absolute top-3.5 left-4 size-4 text-faint" />
        <TextInput
          aria-label="Search threads"
          placeholder="Search threads"
          className="ps-7"
          value={typed}
          onValueChange={setTyped}
        />
      </div>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto py-1">
        {threadId !== undefined && query === '' && (
          <OfThread threadId={threadId} beside={beside} now={now} onPick={onPick} />
        )}
        <Group name="Threads">
          {threads.map((thread) => (
            <Choice
              key={thread.id}
              icon={<MessagesSquare aria-hidden />}
              text={thread.title}
              hint={formatAge(thread.updatedAt, now)}
              onClick={() => onPick({ threadId: thread.id })}
            />
          ))}
          {threads.length === 0 && list.data !== undefined && <p className="px-3 py-1 text-soft">Nothing fits</p>}
        </Group>
      </div>
    </>
  );
}

const MOST = 50;

type OfThreadProps = Pick<ChoicesProps, 'beside' | 'onPick'> & { readonly threadId: string; readonly now: number };

function OfThread({ threadId, beside, now, onPick }: OfThreadProps) {
  const leaves = (useAnswer('branch.leaves', { threadId, limit: MOST }).data?.leaves ?? []).filter(
    ({ entryId }) => entryId !== beside?.entryId,
  );
  const all = useAnswer('thread.runs', { threadId, limit: MOST }).data ?? [];
  const runs = all.length < 2 ? [] : all.filter(({ runId }) => runId !== beside?.runId);
  return (
    <>
      {leaves.length > 0 && (
        <Group name="Branches of this thread">
          {leaves.map((leaf) => (
            <Choice
              key={leaf.entryId}
              icon={<GitBranch aria-hidden />}
              text={branchName(leaf)}
              hint={formatAge(leaf.at, now)}
              onClick={() => onPick({ threadId, entryId: leaf.entryId })}
            />
          ))}
        </Group>
      )}
      {runs.length > 0 && (
        <Group name="Runs of this thread">
          {runs.map(({ runId, number, agent, startedAt }) => (
            <Choice
              key={runId}
              icon={<Play aria-hidden />}
              text={`Run ${number} · ${agent}`}
              hint={formatMoment(startedAt)}
              onClick={() => onPick({ threadId, runId })}
            />
          ))}
        </Group>
      )}
    </>
  );
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={name}>
      <p aria-hidden className="px-3 pt-1.5 pb-0.5 text-xs font-medium text-faint">
        {name}
      </p>
      {children}
    </div>
  );
}

type ChoiceProps = {
  readonly icon: ReactNode;
  readonly text: string;
  readonly hint: string;
  readonly onClick: () => void;
};

function Choice({ icon, text, hint, onClick }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="mx-1 flex h-7 w-[calc(100%-8px)] items-center gap-2 rounded-md px-2 text-start hover:bg-hover focus-visible:-outline-offset-2 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-faint"
    >
      {icon}
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {visibleText(text)}
      </span>
      <span className="shrink-0 text-sm text-faint">{hint}</span>
    </button>
  );
}
