import { useCallback, useMemo, useState } from 'react';
import { codedText } from '../../../shared/lib/visible-text.ts';
import { type PlanChange, type PlanItem, planItems, planProgress } from '../../../shared/todos/plan.ts';
import { planTimes, tellsAllTimes } from '../../../shared/todos/plan-times.ts';
import { useEarlierPlans } from '../../data/earlier.ts';
import { navigate } from '../../state/route.ts';
import { formatAge, formatMoment } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useNow } from '../../ui/use-now.ts';
import { PhaseTree } from './phase-tree.tsx';
import { MomentChanges, PlanHistory } from './plan-history.tsx';
import { PlanMenu } from './plan-menu.tsx';
import { momentOf, writerOf } from './plan-moment.ts';
import { PlanNotices } from './plan-notices.tsx';
import type { PlanPart } from './plan-part.ts';
import { useCleared } from './use-cleared.ts';
import { useJustCompleted } from './use-just-completed.ts';

/** This near to the first moment that is here, earlier ones are loaded. */
const NEAR_FIRST = 10;

const NOTHING: ReadonlySet<string> = new Set();

type PlanViewProps = { readonly thread: PlanPart; readonly newest: PlanChange };

/** The plan as it stands, or as it stood at a moment that the person went back to. */
export function PlanView({ thread, newest }: PlanViewProps) {
  const { threadId, planHistory: history, hasEarlierPlans, endedAt, editable } = thread;
  const [momentId, setMomentId] = useState<string>();
  const [showsHidden, setShowsHidden] = useState(false);
  const moment = momentOf(history, hasEarlierPlans, momentId);
  const past = moment !== undefined && moment.change !== newest;
  const shown = past ? moment.change : newest;

  const nearFirst = past && moment.index < NEAR_FIRST;
  useEarlierPlans(thread, nearFirst || !tellsAllTimes(history));
  const newestTimes = useMemo(() => planTimes(history), [history]);
  const times = past ? planTimes(history.slice(0, moment.index + 1)) : newestTimes;
  const until = past ? shown.at : endedAt;
  const completed = useJustCompleted(newest, newestTimes);
  const cleared = useCleared(newest, newestTimes, endedAt);
  const jump = useCallback((entryId: string) => navigate({ view: 'thread', threadId, entryId }), [threadId]);
  const empty = planItems(shown.plan).length === 0;

  return (
    <>
      <Progress change={shown} threadId={threadId} editable={editable} />
      {past ? <MomentChanges moment={moment} onJump={jump} /> : <PlanNotices thread={thread} />}
      {/* On its own, so that what is animated elsewhere does not draw a long plan again with each frame. */}
      <div className="scroll-thin isolate min-h-0 flex-1 overflow-x-hidden overflow-y-auto pb-2">
        {empty && <p className="px-4 py-2 text-soft">The plan is empty.</p>}
        <PhaseTree
          threadId={threadId}
          plan={shown.plan}
          times={times}
          until={until}
          justCompleted={past ? NOTHING : keysOf(completed)}
          hidden={past || showsHidden ? NOTHING : cleared}
          editable={editable && !past}
          onJump={jump}
        />
        {!past && cleared.size > 0 && (
          <p className="flex items-center gap-1 px-4 pt-1 text-sm text-faint">
            {showsHidden ? 'Everything is shown' : `${cleared.size} hidden`}
            <button
              type="button"
              className="rounded px-1 text-soft underline hover:text-text"
              onClick={() => setShowsHidden(!showsHidden)}
            >
              {showsHidden ? `Hide ${cleared.size} again` : 'Show'}
            </button>
          </p>
        )}
      </div>
      {moment !== undefined && (history.length > 1 || hasEarlierPlans) && (
        <PlanHistory
          history={history}
          hasEarlier={hasEarlierPlans}
          moment={moment}
          past={past}
          onMoment={setMomentId}
        />
      )}
      <p role="status" className="sr-only">
        {completed.map((item) => `${codedText(item.content)} done`).join(', ')}
      </p>
    </>
  );
}

function keysOf(items: readonly PlanItem[]): ReadonlySet<string> {
  return new Set(items.map(({ key }) => key));
}

type ProgressProps = { readonly change: PlanChange; readonly threadId: string; readonly editable: boolean };

function Progress({ change, threadId, editable }: ProgressProps) {
  const now = useNow(30_000);
  const { done, total } = planProgress(change.plan);
  const age = formatAge(change.at, now);
  return (
    <div className="shrink-0 px-4 pt-3 pb-2">
      <div className="flex items-center gap-2 pb-1.5">
        <span className="me-auto shrink-0 font-medium">{`${done} of ${total}`}</span>
        <span className="truncate text-sm text-faint" title={formatMoment(change.at)}>
          {writerOf(change)} · {age === 'now' ? 'just now' : `${age} ago`}
        </span>
        <PlanMenu threadId={threadId} editable={editable} />
      </div>
      <ProgressBar done={done} total={total} label="Plan" />
    </div>
  );
}
