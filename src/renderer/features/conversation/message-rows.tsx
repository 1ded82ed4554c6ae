import { Brain, ChevronRight, CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import type { PartialReason } from '../../../shared/thread/entry.ts';
import { cx } from '../../ui/cx.ts';
import { useBranching } from '../../state/branching.ts';
import { formatCount, formatDuration, formatElapsed, formatMoment } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { AttachmentList } from '../../ui/attachment-list.tsx';
import { Button } from '../../ui/button.tsx';
import type { ContinuedBlock, PartialBlock, ReasoningBlock, TextBlock, UserBlock } from './blocks.ts';
import { CodeBlock } from './code-block.tsx';
import { EditMessage } from './edit-message.tsx';
import { jsonAnswer } from './json-answer.ts';
import { Markdown } from './markdown.tsx';
import { useRemembered } from './memory.ts';
import { MessageTools } from './message-tools.tsx';

const LONG_MESSAGE = 3000;

export function UserRow({ block, threadId }: { readonly block: UserBlock; readonly threadId: string }) {
  const { key, text, attachments, at, byAgent, entryId = '' } = block;
  const [all, setAll] = useRemembered(key, false);
  const editing = useBranching((state) => state.editing[threadId] === entryId);
  if (editing) return <EditMessage block={block} threadId={threadId} />;
  const shown = all || text.length <= LONG_MESSAGE ? text : text.slice(0, LONG_MESSAGE);
  return (
    <article
      aria-label={byAgent === true ? 'Task' : 'You'}
      className="group/row relative my-3 rounded-lg bg-side px-3 py-2"
      title={formatMoment(at)}
    >
      {byAgent === true && <p className="text-sm text-faint">Task from another agent</p>}
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {shown}
        {shown !== text && '…'}
      </p>
      {shown !== text && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
          Show all ({formatCount(text.length)} characters)
        </Button>
      )}
      {attachments !== undefined && attachments.length > 0 && (
        <div className="mt-1.5">
          <AttachmentList files={attachments} />
        </div>
      )}
      <MessageTools threadId={threadId} entryId={entryId} kind="message" fromEntryId={entryId} text={text} />
    </article>
  );
}

type TextRowProps = { readonly block: TextBlock; readonly threadId: string };

export function TextRow({ block: { section, whole, live, entryId, parentId = null }, threadId }: TextRowProps) {
  if (section.kind === 'code') {
    const { text, language, closed, continued } = section;
    return (
      <div className={cx(!continued && 'pt-1', (closed || live) && 'pb-1')}>
        <CodeBlock
          code={text}
          language={language}
          finished={!live}
          continued={continued}
          continues={!closed && !live}
        />
      </div>
    );
  }
  const json = live ? undefined : jsonAnswer(section.text);
  return (
    <article aria-label="Answer" className="group/row relative py-1">
      {json === undefined ? (
        <Markdown text={section.text} live={live} />
      ) : (
        <CodeBlock code={json} language="json" finished />
      )}
      {!live && entryId !== undefined && (
        <MessageTools
          threadId={threadId}
          entryId={entryId}
          kind="answer"
          fromEntryId={parentId}
          text={json === undefined ? whole : ''}
        />
      )}
    </article>
  );
}

export function ReasoningRow({ block: { key, text, live, durationMs } }: { readonly block: ReasoningBlock }) {
  const [open, setOpen] = useRemembered(key, false);
  return (
    <div className="group/thought">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-1.5 flex h-7 w-[calc(100%+12px)] items-center gap-2 rounded-md px-1.5 text-start text-soft hover:bg-hover"
      >
        <Brain aria-hidden className={cx('size-3.5 shrink-0 text-faint', live && 'animate-pulse')} />
        <span className="min-w-0 flex-1 truncate">
          {live ? <Thinking /> : durationMs === undefined ? 'Thought' : `Thought for ${formatDuration(durationMs)}`}
          {live && !open && <span className="text-faint"> {lastLine(text)}</span>}
        </span>
        <ChevronRight
          aria-hidden
          className={cx(
            'size-3.5 shrink-0 text-faint transition-transform duration-100',
            open ? 'rotate-90' : 'invisible group-focus-within/thought:visible group-hover/thought:visible',
          )}
        />
      </button>
      {open && (
        <p dir="auto" className="my-1 ml-[6px] border-l pl-4 wrap-anywhere whitespace-pre-wrap text-soft">
          {text.trim()}
        </p>
      )}
    </div>
  );
}

function Thinking() {
  const now = useNow(1000);
  const [since] = useState(() => Date.now());
  return <>Thinking{now - since >= 1000 && ` for ${formatElapsed(now - since)}`}</>;
}

function lastLine(text: string): string {
  return text.slice(-400).trimEnd().split('\n').at(-1) ?? '';
}

export function ContinuedRow({ block: { at, origin } }: { readonly block: ContinuedBlock }) {
  return (
    <div className="flex items-center gap-2 py-2 text-sm text-faint" title={formatMoment(at)}>
      <span className="h-px flex-1 bg-line" />
      <CornerDownRight aria-hidden className="size-3" />
      {origin === 'continue' ? 'Continued' : 'Asked for the answer in its form'}
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}

const PARTIAL: Record<PartialReason, string> = {
  stopped: 'The answer ends here: the run was stopped',
  cut: 'The answer ends here: the connection to the model broke off',
  failed: 'The answer ends here: the model failed',
  interrupted: 'The answer ends here: Runlight was closed while it was written',
};

export function PartialRow({ block: { reason } }: { readonly block: PartialBlock }) {
  return <p className="py-1 text-sm text-faint">{PARTIAL[reason]}</p>;
}
