import { Plus } from 'lucide-react';
import { isActive } from '../../../shared/run/status.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { navigate, routeHash } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { formatAge } from '../../ui/format.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DemoButton } from './demo-button.tsx';
import { RunCard } from './run-card.tsx';

const RECENT = 8;

/** What runs now, and what ran lately. */
export function Now({ threads }: { readonly threads: readonly ThreadSummary[] }) {
  const running = threads.filter(({ status }) => isActive(status));
  const recent = threads.filter(({ status }) => !isActive(status)).slice(0, RECENT);
  const now = useNow(running.length > 0 ? 1000 : 30_000);
  return (
    <section aria-label="Home" className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-[760px] flex-col gap-6 px-6 py-6">
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="flex-1 text-xl font-semibold">{running.length === 0 ? 'Nothing runs now' : 'Running now'}</h1>
          <DemoButton />
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => navigate({ view: 'new' })}>
            New run
          </Button>
        </div>
        {running.length > 0 && (
          <ul aria-label="Running now" className="grid grid-cols-[repeat(auto-fill,minmax(264px,1fr))] gap-3">
            {running.map((thread) => (
              <li key={thread.id}>
                <RunCard thread={thread} now={now} />
              </li>
            ))}
          </ul>
        )}
        {recent.length > 0 && (
          <div>
            <h2 className="pb-1 text-sm font-medium text-faint">Recent</h2>
            <ul aria-label="Recent" className="flex flex-col">
              {recent.map((thread) => (
                <li key={thread.id} className="border-t">
                  <a
                    href={routeHash({ view: 'thread', threadId: thread.id })}
                    className="flex h-9 cursor-default items-center gap-2 rounded px-1 text-inherit no-underline hover:bg-hover"
                  >
                    <StatusDot status={thread.status} />
                    <span className="min-w-0 flex-1 truncate">{thread.title}</span>
                    <span className="max-w-40 truncate text-sm text-faint">{thread.agent}</span>
                    {thread.plan !== undefined && thread.plan.total > 0 && (
                      <span className="w-14 text-right text-sm text-faint">
                        {thread.plan.done}/{thread.plan.total}
                      </span>
                    )}
                    <span className="w-14 text-right text-sm text-faint">{formatAge(thread.updatedAt, now)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}
