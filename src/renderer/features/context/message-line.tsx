import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { Message } from '../../../shared/thread/message.ts';
import { cx } from '../../ui/cx.ts';
import { messageText, messageTitle } from './message-words.ts';

type MessageLineProps = {
  readonly message: Message;
  /** Absent: who speaks. */
  readonly title?: string;
};

/** One message as the model gets it: a line that opens. */
export function MessageLine({ message, title = messageTitle(message) }: MessageLineProps) {
  const [open, setOpen] = useState(false);
  const text = messageText(message);
  return (
    <li className="border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full items-center gap-2 px-4 text-start hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="w-20 shrink-0 truncate text-sm text-faint">{title}</span>
        <span className="min-w-0 flex-1 truncate">{visibleText(text.slice(0, 200))}</span>
        <span className="shrink-0 text-sm text-faint tabular-nums">{text.length.toLocaleString('en-US')}</span>
        <ChevronRight aria-hidden className={cx('size-3.5 shrink-0 text-faint', open && 'rotate-90')} />
      </button>
      {open && (
        <pre
          dir="auto"
          className="max-h-96 overflow-auto px-4 pb-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap"
        >
          {visibleText(text)}
        </pre>
      )}
    </li>
  );
}
