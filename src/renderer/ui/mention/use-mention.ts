import { useState, type KeyboardEvent } from 'react';
import { useAnswer } from '../../data/queries.ts';
import { useChoice } from '../use-choice.ts';
import { completeMention, mentionAt } from './mention.ts';

export type MentionList = {
  /** Empty: nothing is offered. */
  readonly paths: readonly string[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
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
  const mention = folder === undefined || caret < 0 ? undefined : mentionAt(text, caret);
  const input = { folder: folder ?? '-', query: mention?.query ?? '' };
  const found = useAnswer('attachment.files', input, { enabled: mention !== undefined, staleTime: 5000 });
  const paths = mention === undefined ? [] : (found.data?.paths ?? []);
  const choice = useChoice(paths.length, { choose, close: () => setCaret(-1) });

  function choose(index: number): void {
    const path = paths[index];
    if (mention === undefined || path === undefined) return;
    setCaret(-1);
    complete(completeMention(text, mention, path), path);
  }

  return {
    paths,
    chosen: choice.chosen,
    choose,
    onKeyDown: choice.onKeyDown,
    onCaret(next) {
      setCaret(next);
      choice.reset();
    },
  };
}
