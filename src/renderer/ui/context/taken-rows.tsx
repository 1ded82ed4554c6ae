import { useState } from 'react';
import type { ContextCut } from '../../../shared/run/context-answers.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { formatTokens } from '../../../shared/run/token-words.ts';
import { useAnswer } from '../../data/queries.ts';
import { navigate } from '../../state/route.ts';
import { Button } from '../button.tsx';
import { FailureNote } from '../failure-note.tsx';
import { Skeleton } from '../skeleton.tsx';

type TakenRowsProps = {
  readonly threadId: string;
  /** The entry that took it out of sight. */
  readonly entryId: string;
  readonly kind: ContextCut['entry']['kind'];
};

const PAGE = 50;
const MOST = 500;

/** What went out of the model's sight, to be jumped to. */
export function TakenRows({ threadId, entryId, kind }: TakenRowsProps) {
  const [limit, setLimit] = useState(0);
  const { data, error } = useAnswer(
    'context.taken',
    { threadId, entryId, offset: 0, limit: Math.max(1, limit) },
    { keepPrevious: true },
  );
  if (error !== null) return <FailureNote failure={error.failure} />;
  if (data === undefined) return <Skeleton className="h-4 w-2/3" />;
  const { rows, total, messages, toolResults, tokens } = data;
  const what = [messages > 0 && counted(messages, 'message'), toolResults > 0 && counted(toolResults, 'tool result')];
  const shown = limit === 0 ? [] : rows;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
        <span className="min-w-0 flex-1">
          {kind === 'compaction' ? 'Out of the model’s sight' : 'Cleared for the model'}:{' '}
          {what.filter(Boolean).join(' and ') || 'nothing'} (~{formatTokens(tokens)} tokens)
        </span>
        {total > 0 && (
          <Button size="sm" variant="ghost" aria-expanded={limit > 0} onClick={() => setLimit(limit === 0 ? PAGE : 0)}>
            {limit === 0 ? 'List them' : 'Hide them'}
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <ol aria-label="Out of sight" className="flex flex-col">
          {shown.map(({ place, title, line, tokens: size, entryId: target }) => (
            <li key={place.index}>
              <button
                type="button"
                onClick={() => target !== undefined && navigate({ view: 'thread', threadId, entryId: target })}
                className="flex h-6 w-full items-center gap-2 rounded px-1 text-start text-sm hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="w-20 shrink-0 truncate text-faint">{visibleText(title)}</span>
                <span className="min-w-0 flex-1 truncate">{visibleText(line)}</span>
                <span className="shrink-0 text-faint">~{formatTokens(size)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {shown.length > 0 && shown.length < Math.min(total, MOST) && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setLimit(Math.min(MOST, limit * 2))}>
          Show more ({total - shown.length} left)
        </Button>
      )}
      {shown.length >= MOST && total > MOST && (
        <p className="text-sm text-faint">The other {total - MOST} stand further down in “Everything”.</p>
      )}
    </div>
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
