import { statusText } from '../../ui/status-text.ts';
import type { TreeItem } from './tree-layout.ts';
import { statusOf } from './tree-words.ts';

/** The items that hold all words of a query, whatever their case; of no words, none. */
export function findItems(items: readonly TreeItem[], query: string): readonly TreeItem[] {
  const words = keyOf(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return items.filter((item) => {
    const { stretch, run, isEnd } = item;
    const ofEnd = isEnd ? [run?.agent, run?.model, statusText(statusOf(item))] : [];
    const text = keyOf([stretch.label, stretch.first, stretch.last, ...ofEnd].filter(Boolean).join('\n'));
    return words.every((word) => text.includes(word));
  });
}

function keyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
