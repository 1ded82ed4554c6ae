import { z } from 'zod';
import { CompareSide } from '../../compare/compare-side.ts';
import type { Comparison, FileDetail, StepPart } from '../../compare/comparison.ts';
import { FilePath, Id, route } from './parts.ts';

const Sides = z.object({ left: CompareSide, right: CompareSide });
const Step = z.object({ entryId: Id, callId: z.string().optional(), resultId: Id.optional() });

/** Two branches, runs or threads side by side. Failures: those of `compare`, in src/main/compare/compare.ts. */
export const comparisons = {
  'compare.of': route<Comparison>()(Sides),
  /** What a row of a comparison holds, and how it differs. Fails with `entry_not_found`. */
  'compare.step': route<readonly StepPart[]>()(z.object({ left: Step.optional(), right: Step.optional() })),
  /** Of a file that either side has changed. Fails with `not_changed`. */
  'compare.file': route<FileDetail>()(Sides.extend({ path: FilePath })),
  'compare.markdown': route<{ readonly markdown: string }>()(Sides.extend({ onlyDifferences: z.boolean() })),
};
