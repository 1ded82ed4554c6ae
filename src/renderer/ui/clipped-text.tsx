import { useState } from 'react';
import { Button } from './button.tsx';
import { formatCount } from './format.ts';

type ClippedTextProps = {
  readonly text: string;
  /** What it is, for screen readers. */
  readonly label: string;
  /** Whether the end matters more than the beginning. */
  readonly end?: boolean;
};

const LINES = 24;
const CHARS = 4000;

/** Text of any length as it is; long text is cut until the person asks for all of it. */
export function ClippedText({ text, label, end = false }: ClippedTextProps) {
  const [all, setAll] = useState(false);
  const shown = all ? text : clip(text, end);
  const cut = shown.length < text.length;
  return (
    <div>
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        dir="auto"
        className="scroll-thin max-h-[480px] overflow-y-auto rounded-md border bg-code px-2.5 py-1.5 font-mono text-sm leading-[17px] wrap-anywhere whitespace-pre-wrap"
      >
        {cut && end && '…\n'}
        {shown}
        {cut && !end && '\n…'}
      </pre>
      {cut && (
        <Button variant="ghost" size="sm" className="mt-1" onClick={() => setAll(true)}>
          Show all ({formatCount(text.length)} characters)
        </Button>
      )}
    </div>
  );
}

function clip(text: string, end: boolean): string {
  if (text.length <= CHARS && lineCount(text) <= LINES) return text;
  const part = end ? text.slice(-CHARS) : text.slice(0, CHARS);
  const lines = part.split('\n');
  return (end ? lines.slice(-LINES) : lines.slice(0, LINES)).join('\n');
}

function lineCount(text: string): number {
  return text.split('\n', LINES + 1).length;
}
