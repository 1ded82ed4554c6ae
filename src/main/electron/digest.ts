import type { AskedCall, Notice } from '../runs/notices.ts';

export type TitledNotice = Notice & { readonly title: string };

/** What the system shows: a notice, or that there were more. `asks`: the one call that can be decided right there. */
export type Shown = {
  readonly title: string;
  readonly body: string;
  readonly about: TitledNotice;
  readonly asks?: AskedCall;
};

/** So many of a burst are told one by one. */
const MOST = 3;

const RANK: Record<Notice['kind'], number> = { approval: 0, failed: 1, finished: 2 };
const WORDS: Record<Notice['kind'], string> = { approval: 'need approval', failed: 'failed', finished: 'finished' };

/**
 * What to show of notices that came together, the most important last, where the system shows it on top: approvals before
 * failures before ends. A burst ends in one line for all that are left.
 */
export function digest(notices: readonly TitledNotice[]): readonly Shown[] {
  const sorted = notices.toSorted((a, b) => RANK[a.kind] - RANK[b.kind]);
  const single = sorted.length <= MOST ? sorted : sorted.slice(0, MOST - 1);
  const rest = sorted.slice(single.length);
  const shown = single.map((about): Shown => ({ title: about.title, body: about.text, about, asks: about.asks }));
  const [first] = rest;
  const more = first === undefined ? [] : [{ title: `${rest.length} more runs`, body: countKinds(rest), about: first }];
  return [...shown, ...more].toReversed();
}

function countKinds(notices: readonly Notice[]): string {
  const kinds = ['approval', 'failed', 'finished'] as const;
  return kinds
    .map((kind) => [notices.filter((notice) => notice.kind === kind).length, WORDS[kind]] as const)
    .flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]))
    .join(', ');
}
