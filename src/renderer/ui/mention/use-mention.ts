import { useState, type KeyboardEvent } from 'react';
import { useAnswer } from '../../data/queries.ts';
import { completeMention, mentionAt } from './mention.ts';

export type MentionList = {
  /** Empty: nothing is offered. */
  readonly paths: readonly string[];
  readonly chosen: number;
  readonly choose: (path: string) => void;
  /** Whether the key was meant for the list. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  /** To be called whenever the text or the caret has moved. */
  readonly onCaret: (caret: number) => void;
};

/** Offers files of `folder` while the person types @ and a part of their names. */
export function useMention(
  folder: string | undefined,
  text: string,
  complete: (next: { readonly text: string; readonly caret: number }, path: string) => void,
): MentionList {
  const [caret, setCaret] = useState(-1);
  const [index, setIndex] = useState(0);
  const mention = folder === undefined || caret < 0 ? undefined : mentionAt(text, caret);
  const input = { folder: folder ?? '-', query: mention?.query ?? '' };
  const found = useAnswer('attachment.files', input, { enabled: mention !== undefined, staleTime: 5000 });
  const paths = mention === undefined ? [] : (found.data?.paths ?? []);
  const chosen = Math.min(index, Math.max(0, paths.length - 1));

  function choose(path: string): void {
    if (mention === undefined) return;
    setCaret(-1);
    complete(completeMention(text, mention, path), path);
  }

  return {
    paths,
    chosen,
    choose,
    onCaret(next) {
      setCaret(next);
      setIndex(0);
    },
    onKeyDown(event) {
      const path = paths[chosen];
      if (path === undefined) return false;
      if (event.key === 'ArrowDown') setIndex((chosen + 1) % paths.length);
      else if (event.key === 'ArrowUp') setIndex((chosen + paths.length - 1) % paths.length);
      else if (event.key === 'Enter' || event.key === 'Tab') choose(path);
      else if (event.key === 'Escape') setCaret(-1);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
