import type { CompareSide } from '../../shared/compare/compare-side.ts';
import { navigate } from './route.ts';

/** Puts two branches, runs or threads side by side; without a right one the page asks for it. */
export function openCompare(left: CompareSide, right?: CompareSide): void {
  navigate({ view: 'compare', left, ...(right === undefined ? {} : { right }) });
}
