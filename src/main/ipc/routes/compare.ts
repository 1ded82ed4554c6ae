import type { CompareRow, StepPart } from '../../../shared/compare/comparison.ts';
import { ok } from '../../../shared/lib/result.ts';
import { compareMarkdown } from '../../compare/compare-markdown.ts';
import { compare } from '../../compare/compare.ts';
import { fileDetail, stepParts } from '../../compare/details.ts';
import { pace } from '../../lib/pace.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

const clock = (): number => performance.now();

export function compareRoutes({ stores, files }: RouteDeps): HandlersOf<'compare'> {
  return {
    'compare.of': (sides) => compare(stores, sides),
    'compare.step': (places) => stepParts(stores, places),
    'compare.file': (of) => fileDetail({ stores, files }, of),
    async 'compare.markdown'({ onlyDifferences, ...sides }) {
      const found = await compare(stores, sides);
      if (!found.ok) return found;
      const partsOf = (row: CompareRow): readonly StepPart[] => {
        const parts = stepParts(stores, row);
        return parts.ok ? parts.value : [];
      };
      const markdown = await compareMarkdown(found.value, onlyDifferences, partsOf, pace(clock));
      return ok({ markdown });
    },
  };
}
