import { ArrowDownWideNarrow, Copy, Layers, ListOrdered, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import type { ContextMeter } from '../../../shared/run/context-answers.ts';
import { sumOf } from '../../../shared/run/context.ts';
import type { RowList as List } from '../../../shared/run/context-rows.ts';
import type { NextRequest } from '../../../shared/run/next-request.ts';
import { requestMarkdown } from '../../../shared/thread/messages-markdown.ts';
import { ask, failureOf } from '../../data/bridge.ts';
import { useAnswer } from '../../data/queries.ts';
import { useThreadPart, type OpenThread } from '../../data/thread.ts';
import { showContextNow, useContextAt } from '../../state/context-at.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showDone, showFailure } from '../../ui/toast.tsx';
import { useThrottled } from '../../ui/use-throttled.ts';
import { CompactNow } from './compact-now.tsx';
import { Cuts } from './cuts.tsx';
import { MeterView } from './meter-view.tsx';
import { listName } from './part-words.ts';
import { RowList } from './row-list.tsx';
import type { At } from './use-rows.ts';

/** What the model sees of the active branch, or saw at one of its entries, and how full its window is. */
export function ContextPanel({ threadId }: { readonly threadId: string }) {
  return (
    <section aria-label="Context" className="flex min-h-0 flex-1 flex-col">
      <OfThread key={threadId} threadId={threadId} />
    </section>
  );
}

/** A run that works makes several entries at a time: each is not worth a look of its own. */
const LOOK_EVERY_MS = 300;

function OfThread({ threadId }: { readonly threadId: string }) {
  const headId = useThrottled(useThreadPart(threadId, headOf).data, LOOK_EVERY_MS);
  const at = useContextAt((state) => (state.at?.threadId === threadId ? state.at : undefined));
  const entryId = at?.entryId ?? headId;
  return (
    <>
      {at !== undefined && <AsOf at={at} />}
      {typeof entryId === 'string' ? (
        <ContextAt key={at?.entryId ?? threadId} at={{ threadId, entryId }} isNow={at === undefined} />
      ) : (
        <EmptyState icon={Layers} title="Nothing to send yet" text="What the model sees will stand here." />
      )}
    </>
  );
}

function headOf({ window }: OpenThread): string | null {
  return window.headId;
}

/** Says that this is not the newest, and whether it is what was sent. */
function AsOf({ at }: { readonly at: At }) {
  const matches = useAnswer('context.matches', at).data;
  return (
    <div className="shrink-0 border-b bg-accent-soft px-3 py-1">
      <p className="flex items-center gap-2">
        <span className="min-w-0 flex-1 text-sm">
          {typeof matches === 'boolean'
            ? 'As it went on from an earlier message'
            : 'As it would go on from an earlier message'}
        </span>
        <Button size="sm" variant="ghost" onClick={showContextNow}>
          Back to now
        </Button>
      </p>
      {matches === false && (
        <p className="flex items-start gap-1.5 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          What was sent then was not the same: its hash differs.
        </p>
      )}
    </div>
  );
}

function ContextAt({ at, isNow }: { readonly at: At; readonly isNow: boolean }) {
  const { data, error } = useAnswer('context.meter', at, { keepPrevious: true });
  if (data !== undefined) return <Context at={at} answer={data} isNow={isNow} />;
  if (error?.failure.code === 'no_agent')
    return (
      <EmptyState
        icon={Layers}
        title="Nothing to send yet"
        text="No run has gone on from here. What its model sees will stand here."
      />
    );
  if (error !== null) return <FailureNote failure={error.failure} className="m-3" />;
  return (
    <div className="flex flex-col gap-3 p-3">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}

type ContextProps = { readonly at: At; readonly answer: ContextMeter; readonly isNow: boolean };

function Context({ at, answer, isNow }: ContextProps) {
  const [list, setList] = useState<List>('request');
  const [bySize, setBySize] = useState(false);
  const isPart = list !== 'request' && list !== 'branch';
  const by = isPart && bySize ? 'size' : 'place';
  return (
    <>
      <div data-meter className="relative scroll-thin max-h-[65%] shrink-0 overflow-x-hidden overflow-y-auto border-b">
        <MeterView answer={answer} list={list} onList={setList} actions={<CopyMenu at={at} />} />
        {answer.cutId !== undefined && <Cuts at={at} />}
        {isNow && <CompactNow threadId={at.threadId} cutId={answer.cutId} />}
      </div>
      <div className="flex h-9 shrink-0 items-center gap-1 border-b px-3">
        {isPart ? (
          <>
            <h2 className="min-w-0 flex-1 truncate font-medium">{listName(list)}</h2>
            <IconButton
              size="sm"
              label={bySize ? 'In the order in which they are sent' : 'The largest first'}
              icon={bySize ? <ListOrdered /> : <ArrowDownWideNarrow />}
              onClick={() => setBySize(!bySize)}
            />
            <IconButton size="sm" label="Show all messages" icon={<X />} onClick={() => setList('request')} />
          </>
        ) : (
          <Segmented
            label="What to show"
            hideLabel
            wide
            className="min-w-0 flex-1"
            value={list}
            onValueChange={(next) => setList(next)}
            options={[
              { value: 'request', label: isNow ? 'What the model sees now' : 'What the model saw' },
              { value: 'branch', label: 'Everything' },
            ]}
          />
        )}
      </div>
      {/* Another list begins at its top, with everything closed. */}
      <RowList
        key={`${list}/${by}`}
        at={at}
        asked={{ of: list, by }}
        total={totalOf(answer, list)}
        scale={answer.size.tokens / Math.max(1, sumOf(answer.estimates))}
        label={listName(list)}
      />
    </>
  );
}

function totalOf({ request, branch, counts }: ContextMeter, list: List): number {
  if (list === 'request') return request;
  return list === 'branch' ? branch : counts[list];
}

function CopyMenu({ at }: { readonly at: At }) {
  async function copy(what: string, write: (request: NextRequest) => string): Promise<void> {
    try {
      const text = write(await ask('context.of', at));
      if (await copyText(text)) showDone(`Copied the ${what}`);
      else
        showFailure({
          code: 'clipboard',
          message: 'The text could not be copied',
          hint: 'Allow the page to use the clipboard',
        });
    } catch (error) {
      showFailure(failureOf(error));
    }
  }

  return (
    <Menu
      entries={[
        { label: 'Copy the messages as JSON', onSelect: () => void copy('messages', ({ messages }) => json(messages)) },
        { label: 'Copy the whole request as JSON', onSelect: () => void copy('request', json) },
        { label: 'Copy as Markdown', onSelect: () => void copy('messages', requestMarkdown) },
      ]}
    >
      <IconButton size="sm" label="Copy what the model sees" icon={<Copy />} />
    </Menu>
  );
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
