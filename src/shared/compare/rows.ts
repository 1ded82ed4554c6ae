import type { InSteps } from '../lib/in-steps.ts';
import { align, mapped } from './align.ts';
import type { CompareRow, StepLine } from './comparison.ts';
import { inputKey, STEP_KEYS, type CompareStep } from './steps.ts';

const LINE = 300;

/** Two sequences of steps side by side. */
export function* compareRows(
  left: readonly CompareStep[],
  right: readonly CompareStep[],
): InSteps<readonly CompareRow[]> {
  return yield* mapped(yield* align(left, right, STEP_KEYS), (pair): CompareRow => {
    if (pair.right === undefined) return { type: 'left', left: lineOf(pair.left) };
    if (pair.left === undefined) return { type: 'right', right: lineOf(pair.right) };
    const differs = differences(pair.left, pair.right);
    const sides = { left: lineOf(pair.left), right: lineOf(pair.right) };
    return differs.length === 0 ? { type: 'same', ...sides } : { type: 'changed', ...sides, differs };
  });
}

function differences(left: CompareStep, right: CompareStep): readonly ('input' | 'output')[] {
  const { output: before } = left;
  const { output: after } = right;
  const sameOutput = before?.content === after?.content && before?.isError === after?.isError;
  return [
    ...(inputKey(left) === inputKey(right) ? [] : ['input' as const]),
    ...(sameOutput ? [] : ['output' as const]),
  ];
}

function lineOf({ kind, entryId, callId, name, input, output }: CompareStep): StepLine {
  return {
    kind,
    entryId,
    ...(callId === undefined ? {} : { callId }),
    ...(output === undefined ? {} : { resultId: output.entryId, outcome: output.isError ? 'failed' : 'ok' }),
    name,
    text: input.slice(0, LINE),
  };
}
