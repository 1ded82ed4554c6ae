import type { ReactNode } from 'react';
import { CONTEXT_PARTS, meterOf, type Meter } from '../../../shared/run/context-meter.ts';
import type { ContextPart } from '../../../shared/run/context.ts';
import type { ContextMeter } from '../../../shared/run/context-answers.ts';
import type { RowList } from '../../../shared/run/context-rows.ts';
import { countWords, formatTokens, shareWords } from '../../../shared/run/token-words.ts';
import { cx } from '../../ui/cx.ts';
import { formatCount } from '../../ui/format.ts';
import { Tip } from '../../ui/tip.tsx';
import { MeterBar } from './meter-bar.tsx';
import { PART_FILLS, PART_NAMES } from './part-words.ts';
import { UnknownWindow } from './unknown-window.tsx';

type MeterViewProps = {
  readonly answer: ContextMeter;
  readonly list: RowList;
  readonly onList: (list: RowList) => void;
  /** What can be done with the request. */
  readonly actions: ReactNode;
};

/** How full the context is, of what, and how far it is to the line where it is compacted. */
export function MeterView({ answer, list, onList, actions }: MeterViewProps) {
  const { size, estimates, window, compacts, counts, model } = answer;
  const meter = meterOf(size, estimates, window.tokens, compacts);
  const { room } = meter;
  const whole = Math.max(room?.window ?? 0, size.tokens);
  return (
    <div className="flex flex-col gap-1.5 px-3 pt-2 pb-1">
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate">
          <span className="font-semibold">{countWords(size)}</span>
          <span className="text-soft">
            {room === undefined ? ' tokens' : ` of ${formatTokens(room.window)} tokens`}
          </span>
        </span>
        {room !== undefined && <span className="shrink-0 text-soft">{shareWords(size.tokens, room.window)}</span>}
      </p>
      <MeterBar meter={meter} whole={whole} />
      <LineWords meter={meter} model={model} />
      <ul aria-label="What it is spent on" className="-mx-1.5 flex flex-col">
        {CONTEXT_PARTS.map((part) => (
          <li key={part}>
            <PartRow
              part={part}
              count={counts[part]}
              known={part !== 'tools' || answer.toolsKnown}
              tokens={meter.parts[part]}
              whole={whole}
              chosen={list === part}
              onChoose={() => onList(list === part ? 'request' : part)}
            />
          </li>
        ))}
        {room !== undefined && (
          <>
            <RestRow name="Free" fill="border border-line-control" tokens={room.free} whole={whole} />
            <RestRow
              name="Buffer"
              hint="What compaction keeps free"
              fill="hatched border border-line-control"
              tokens={room.buffer}
              whole={whole}
            />
          </>
        )}
      </ul>
      <CountWords answer={answer} />
      <div className="flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-sm text-faint" title={model}>
          {model}
        </span>
        {actions}
      </div>
    </div>
  );
}

type LineWordsProps = { readonly meter: Meter; readonly model: string };

function LineWords({ meter: { used, room }, model }: LineWordsProps) {
  if (room === undefined) return <UnknownWindow model={model} />;
  if (room.line === undefined)
    return <p className="text-sm text-faint">Nothing is compacted by itself, as you have set it.</p>;
  const left = room.line - used.tokens;
  const line = formatTokens(room.line);
  return (
    <p className="text-sm text-faint">
      {left < 0
        ? `Compacts before the next model call: past its line at ${line}`
        : `Compacts by itself at ${line}: ${formatTokens(left)} to go`}
    </p>
  );
}

/** Who counted what. */
function CountWords({
  answer: { size, counted, historyLimit, limitedBefore, toolsKnown },
}: {
  readonly answer: ContextMeter;
}) {
  const by = counted?.estimated === false ? 'The provider counted' : 'Compaction left';
  const since = counted === undefined ? 0 : size.tokens - counted.tokens;
  const whole =
    counted === undefined
      ? 'All of it is estimated (~): the provider has counted nothing yet.'
      : `${by} ${countWords(counted)}${since > 0 ? `, ~${formatTokens(since)} came since` : ''}. What it is spent on is estimated (~).`;
  return (
    <div className="text-sm text-faint">
      <p>{whole}</p>
      {!toolsKnown && <p>Which tools the model is told of is known with its first answer.</p>}
      {historyLimit !== undefined && (
        <p>
          A history limit: of what came before its run the model is sent {historyLimit}{' '}
          {historyLimit === 1 ? 'message' : 'messages'} at most
          {limitedBefore > 0 ? `; ${limitedBefore} older entries are not sent.` : '.'}
        </p>
      )}
    </div>
  );
}

type PartRowProps = {
  readonly part: ContextPart;
  readonly count: number;
  readonly known: boolean;
  readonly tokens: number;
  readonly whole: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
};

function PartRow({ part, count, known, tokens, whole, chosen, onChoose }: PartRowProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={count === 0}
      onClick={onChoose}
      className="flex h-6 w-full items-center gap-2 rounded-md px-1.5 text-start text-sm enabled:hover:bg-hover aria-pressed:bg-active focus-visible:-outline-offset-2"
    >
      <span aria-hidden className={cx('size-2.5 shrink-0 rounded-[2px]', PART_FILLS[part])} />
      <span className="min-w-0 flex-1 truncate">
        {PART_NAMES[part]} {part !== 'system' && count > 0 && <span className="text-faint">{formatCount(count)}</span>}
      </span>
      <span className="shrink-0">{known ? `${count > 0 ? '~' : ''}${formatTokens(tokens)}` : 'unknown'}</span>
      <span className="w-10 shrink-0 text-end text-faint">{known && shareWords(tokens, whole)}</span>
    </button>
  );
}

type RestRowProps = {
  readonly name: string;
  readonly hint?: string;
  readonly fill: string;
  readonly tokens: number;
  readonly whole: number;
};

function RestRow({ name, hint, fill, tokens, whole }: RestRowProps) {
  const words = (
    <span className="min-w-0 flex-1 truncate">
      {name}
      {hint !== undefined && <span className="sr-only">: {hint}</span>}
    </span>
  );
  return (
    <li className="flex h-6 items-center gap-2 px-1.5 text-sm text-soft">
      <span aria-hidden className={cx('size-2.5 shrink-0 rounded-[2px]', fill)} />
      {hint === undefined ? words : <Tip label={hint}>{words}</Tip>}
      <span className="shrink-0">{formatTokens(tokens)}</span>
      <span className="w-10 shrink-0 text-end text-faint">{shareWords(tokens, whole)}</span>
    </li>
  );
}
