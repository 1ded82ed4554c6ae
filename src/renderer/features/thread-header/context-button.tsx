import { Layers } from 'lucide-react';
import { memo } from 'react';
import { contextSize, countedIn } from '../../../shared/run/context.ts';
import { meterOf, type Room } from '../../../shared/run/context-meter.ts';
import { countWords, formatTokens, shareWords } from '../../../shared/run/token-words.ts';
import type { TokenCount } from '../../../shared/thread/context-bodies.ts';
import { useAnswer } from '../../data/queries.ts';
import { useThreadPart, type OpenThread } from '../../data/thread.ts';
import { useUi } from '../../state/ui.ts';
import { cx } from '../../ui/cx.ts';
import { Tip } from '../../ui/tip.tsx';

type ContextButtonProps = { readonly threadId: string; readonly model: string | undefined };

/** How full the model's window is; opens the Context tab. */
export const ContextButton = memo(function ContextButton({ threadId, model = '' }: ContextButtonProps) {
  const { data } = useThreadPart(threadId, countIn);
  const showDockTab = useUi((ui) => ui.showDockTab);
  const window = useAnswer('context.window', { model }, { enabled: model !== '' }).data?.tokens;
  const compaction = useAnswer('settings.get', {}).data?.compaction;
  // What nobody has counted in this window's part of the branch, the engine estimates.
  const headId = data?.headId ?? '';
  const asked = useAnswer(
    'context.meter',
    { threadId, entryId: headId },
    {
      enabled: data?.size === null && headId !== '',
      keepPrevious: true,
    },
  );
  const size = data?.size ?? asked.data?.size;
  if (size === undefined || compaction === undefined) return null;
  const { room } = meterOf(size, NOTHING, window, compaction);
  const [text, rest] = wordsOf(size, room);
  const share = room === undefined ? 0 : Math.min(1, size.tokens / room.window);
  const isNear = room?.line !== undefined && size.tokens > room.line * 0.9;
  return (
    <Tip label={`Context: ${text}${rest}`}>
      <button
        type="button"
        onClick={() => showDockTab('Context')}
        className="-mx-1 flex shrink-0 items-center gap-1.5 rounded px-1 hover:bg-hover hover:text-text"
      >
        {room !== undefined && (
          <span aria-hidden className="relative h-1.5 w-10 rounded-full bg-active">
            <span
              className={cx('block h-full rounded-full', isNear ? 'bg-warn' : 'bg-accent')}
              style={{ width: `${share * 100}%` }}
            />
            {room.line !== undefined && (
              <span
                className="absolute -top-px h-2 w-px bg-soft"
                style={{ left: `${(room.line / room.window) * 100}%` }}
              />
            )}
          </span>
        )}
        {room === undefined && <Layers aria-hidden className="size-3.5 text-faint" />}
        {/* A share beside its bar speaks for itself, a mere count does not. */}
        <span className={cx(room !== undefined && 'sr-only')}>Context: </span>
        {text}
        <span className="sr-only">{rest}</span>
      </button>
    </Tip>
  );
});

const NOTHING = { system: 0, tools: 0, messages: 0, toolResults: 0, todos: 0 };

/** What the button shows, and what it says besides. */
function wordsOf(size: TokenCount, room: Room | undefined): readonly [text: string, rest: string] {
  const words = countWords(size);
  if (room === undefined) return [words, ' tokens; nobody knows how much the model can read'];
  const line = room.line === undefined ? '' : `, compacted at ${formatTokens(room.line)}`;
  const percent = `${size.estimated ? '~' : ''}${shareWords(size.tokens, room.window)}`;
  return [percent, `, ${words} of ${formatTokens(room.window)} tokens${line}`];
}

type Count = { readonly headId: string | null; readonly size: TokenCount | null };

/** By what the window holds of the branch: null where that has no count. */
function countIn({ window: { entries, notes, headId } }: OpenThread): Count {
  const counted = countedIn(entries, (entryId) => notes.filter(({ targetId }) => targetId === entryId));
  return {
    headId,
    size: counted === undefined ? null : contextSize(entries, { instructions: '', tools: [] }, counted),
  };
}
