import { Bot, PackageMinus, Replace, Wrench, type LucideIcon } from 'lucide-react';
import type { TreeMark } from '../../../shared/thread/tree-mark.ts';
import { Tip } from '../../ui/tip.tsx';
import { markText } from './tree-words.ts';

const ICONS: Record<TreeMark['kind'], LucideIcon> = {
  subagent: Bot,
  handoff: Replace,
  compaction: PackageMinus,
  intervention: Wrench,
};

const KINDS = ['subagent', 'handoff', 'compaction', 'intervention'] as const satisfies readonly TreeMark['kind'][];
const MOST_LINES = 6;

/** What happened in a stretch: a sign for each kind and how often; with `named`, what it was. */
export function TreeMarks({ marks, named = false }: { readonly marks: readonly TreeMark[]; readonly named?: boolean }) {
  return KINDS.map((kind) => {
    const some = marks.filter((mark) => mark.kind === kind);
    const newest = some.at(-1);
    if (newest === undefined) return null;
    const Icon = ICONS[kind];
    return (
      <Tip key={kind} label={hintOf(some)}>
        <span data-mark={kind} className="inline-flex min-w-0 shrink-0 items-center gap-0.5 text-xs text-soft">
          <Icon aria-hidden className="size-3 shrink-0" />
          {named && <span className="max-w-40 truncate">{markText(newest)}</span>}
          {some.length > 1 && <span>{named ? `+${some.length - 1}` : some.length}</span>}
        </span>
      </Tip>
    );
  });
}

function hintOf(marks: readonly TreeMark[]): string {
  const lines = marks.slice(-MOST_LINES).map(markText);
  const more = marks.length - lines.length;
  return [...(more > 0 ? [`${more} before`] : []), ...lines].join(' · ');
}
