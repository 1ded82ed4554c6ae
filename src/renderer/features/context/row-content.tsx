import { CornerUpLeft, History } from 'lucide-react';
import { assertNever } from '../../../shared/lib/assert.ts';
import { prettyJson } from '../../../shared/lib/json.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { ContextRow, RowBody } from '../../../shared/run/context-rows.ts';
import type { AssistantMessage, Message } from '../../../shared/thread/message.ts';
import { messageText } from '../../../shared/thread/message-words.ts';
import { useAnswer } from '../../data/queries.ts';
import { showContextAt } from '../../state/context-at.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { ClippedText } from '../../ui/clipped-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { hiddenWords } from './part-words.ts';
import type { At } from './use-rows.ts';

type RowContentProps = { readonly at: At; readonly row: ContextRow };

/** All that a row tells of, as it is sent. */
export function RowContent({ at, row: { place, title, entryId, hidden } }: RowContentProps) {
  const { data, error } = useAnswer('context.body', { ...at, place }, { keepPrevious: true });
  return (
    <div className="flex flex-col gap-2 px-3 pb-2">
      {hidden !== undefined && <p className="text-sm text-faint">{hiddenWords(hidden)}.</p>}
      {data !== undefined && <Body body={data} title={title} />}
      {data === undefined && error !== null && <FailureNote failure={error.failure} />}
      {data === undefined && error === null && <Skeleton className="h-4 w-2/3" />}
      <div className="flex flex-wrap items-center gap-1">
        {data !== undefined && <CopyButton label="Copy" text={() => copied(data)} />}
        {entryId !== undefined && (
          <Button
            size="sm"
            variant="ghost"
            icon={<CornerUpLeft />}
            onClick={() => navigate({ view: 'thread', threadId: at.threadId, entryId })}
          >
            Show in the conversation
          </Button>
        )}
        {place.list === 'entries' && entryId !== undefined && (
          <Button
            size="sm"
            variant="ghost"
            icon={<History />}
            onClick={() => showContextAt({ threadId: at.threadId, entryId })}
          >
            As of here
          </Button>
        )}
      </div>
    </div>
  );
}

/** What the person sees of it, unchanged. */
function copied(body: RowBody): string {
  return body.type === 'text' ? body.text : body.messages.map(messageText).join('\n\n');
}

function Body({ body, title }: { readonly body: RowBody; readonly title: string }) {
  if (body.type === 'text') return <ClippedText label={title} text={visibleText(body.text)} />;
  return body.messages.map((message, index) => <MessageBody key={`${index}/${message.role}`} message={message} />);
}

function MessageBody({ message }: { readonly message: Message }) {
  switch (message.role) {
    case 'user':
      return <ClippedText label="Message" text={visibleText(messageText(message))} />;
    case 'assistant':
      return <Answer message={message} />;
    case 'tool':
      return <ClippedText label="Result" text={visibleText(message.content)} />;
    default:
      return assertNever(message);
  }
}

function Answer({ message: { text, reasoning, toolCalls, providerData } }: { readonly message: AssistantMessage }) {
  return (
    <>
      {reasoning !== '' && (
        <div>
          <p className="text-sm text-faint">
            {providerData === undefined ? 'Reasoning (not sent back to this model)' : 'Reasoning'}
          </p>
          <ClippedText label="Reasoning" text={visibleText(reasoning)} />
        </div>
      )}
      {text !== '' && <ClippedText label="Answer" text={visibleText(text)} />}
      {toolCalls.map(({ id, name, arguments: json }) => (
        <div key={id}>
          <p className="text-sm text-faint">Calls {visibleText(name)}</p>
          <ClippedText label={`Arguments of ${name}`} text={visibleText(prettyJson(json))} />
        </div>
      ))}
    </>
  );
}
