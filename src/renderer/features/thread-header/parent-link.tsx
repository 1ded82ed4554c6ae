import { CornerLeftUp } from 'lucide-react';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { routeHash } from '../../state/route.ts';
import { Tip } from '../../ui/tip.tsx';

type ParentLinkProps = { readonly spawnedBy: NonNullable<ThreadSummary['spawnedBy']> };

/** From a sub-agent's thread back to the call that it answers. */
export function ParentLink({ spawnedBy: { threadId, messageId, title } }: ParentLinkProps) {
  return (
    <Tip label={`Works for “${title}”: go to the call that asked it`}>
      <a
        href={routeHash({ view: 'thread', threadId, entryId: messageId })}
        aria-label={`Back to “${title}”`}
        className="flex max-w-48 min-w-0 shrink items-center gap-1 rounded text-soft hover:text-text"
      >
        <CornerLeftUp aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate">{title}</span>
      </a>
    </Tip>
  );
}
