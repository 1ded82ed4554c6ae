import { Layers, TriangleAlert } from 'lucide-react';
import type { NextRequest } from '../../../shared/run/next-request.ts';
import { useAnswer } from '../../data/queries.ts';
import { useThreadPart, type OpenThread } from '../../data/thread.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MessageLine } from './message-line.tsx';

/** What the model sees of the active branch: the very messages of its next request. */
export function ContextPanel({ threadId }: { readonly threadId: string }) {
  const headId = useThreadPart(threadId, headOf).data;
  return (
    <section aria-label="Context" className="flex min-h-0 flex-1 flex-col">
      {typeof headId === 'string' ? (
        <NextMessages threadId={threadId} entryId={headId} />
      ) : (
        <EmptyState icon={Layers} title="Nothing to send yet" text="What the model sees will stand here." />
      )}
    </section>
  );
}

function headOf({ window }: OpenThread): string | null {
  return window.headId;
}

function NextMessages({ threadId, entryId }: { readonly threadId: string; readonly entryId: string }) {
  const { data, error } = useAnswer('context.of', { threadId, entryId }, { keepPrevious: true });
  if (data !== undefined) return <Request request={data} />;
  if (error !== null) return <FailureNote failure={error.failure} className="m-4" />;
  return (
    <div className="flex flex-col gap-3 p-4">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}

function Request({ request }: { readonly request: NextRequest }) {
  const { model, instructions, messages, sent } = request;
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b px-4 py-2">
        <span className="min-w-0 flex-1">
          <span className="block font-medium">What the model sees now</span>
          <span className="block truncate text-sm text-faint">
            {`${messages.length} ${messages.length === 1 ? 'message' : 'messages'} · ${model}`}
          </span>
        </span>
        <CopyButton label="Copy the request as JSON" text={() => JSON.stringify(request, null, 2)} />
      </div>
      {sent !== undefined && !sent.matches && (
        <p className="flex shrink-0 items-start gap-1.5 px-4 pt-2 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          What was sent from here before was not the same: its hash differs.
        </p>
      )}
      <ol aria-label="Messages" className="scroll-thin min-h-0 flex-1 overflow-y-auto">
        {instructions !== '' && <MessageLine title="system" message={{ role: 'user', content: instructions }} />}
        {messages.map((message, index) => (
          // A message has no name of its own; the list only grows or is replaced.
          <MessageLine key={`${index}/${message.role}`} message={message} />
        ))}
      </ol>
    </>
  );
}
