import { useEffect, useState } from 'react';

export type CodeToken = { readonly text: string; readonly light?: string; readonly dark?: string };
export type CodeLines = readonly (readonly CodeToken[])[];

export type HighlightRequest = { readonly id: number; readonly code: string; readonly language: string };
export type HighlightAnswer = { readonly id: number; readonly lines: CodeLines | undefined; readonly problem?: string };

/** Longer code stays plain: it would cost more to draw than its colours are worth. */
const LONGEST = 20_000;
const KEPT = 200;

// Grammars and their regular expressions run in a worker, so that typing and scrolling never wait for them.
let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (lines: CodeLines | undefined) => void>();
const known = new Map<string, CodeLines | undefined>();

function openWorker(): Worker {
  const opened = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module', name: 'highlight' });
  opened.addEventListener('message', (event: MessageEvent<HighlightAnswer>) => {
    const { id, lines } = event.data;
    waiting.get(id)?.(lines);
    waiting.delete(id);
  });
  return opened;
}

function request(code: string, language: string, done: (lines: CodeLines | undefined) => void): void {
  worker ??= openWorker();
  lastId += 1;
  waiting.set(lastId, done);
  const message: HighlightRequest = { id: lastId, code, language };
  worker.postMessage(message);
}

/** The coloured tokens of each line; `undefined` while they are not known, and for languages without a grammar. */
export function useHighlight(code: string, language: string, wanted: boolean): CodeLines | undefined {
  const key = `${language}\n${code}`;
  const [arrived, setArrived] = useState<{ readonly key: string; readonly lines: CodeLines | undefined }>();
  const wants = wanted && language !== '' && code.length <= LONGEST && !known.has(key);
  useEffect(() => {
    if (!wants) return undefined;
    let current = true;
    request(code, language, (lines) => {
      keep(key, lines);
      if (current) setArrived({ key, lines });
    });
    return () => {
      current = false;
    };
  }, [wants, code, language, key]);
  return known.get(key) ?? (arrived?.key === key ? arrived.lines : undefined);
}

function keep(key: string, lines: CodeLines | undefined): void {
  known.set(key, lines);
  const oldest = known.keys().next().value;
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
}
