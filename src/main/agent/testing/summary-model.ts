import { scriptedModel } from '../../models/scripted.ts';
import type { ScriptedAnswer } from '../../models/scenario.ts';
import { COMPACTION_PROMPT } from '../../../shared/run/compaction-prompt.ts';
import type { Model, ModelRequest } from '../model.ts';

export type SummaryModel = Model & {
  /** What it was asked to answer, and what to summarise. */
  readonly asked: ModelRequest[];
  readonly toSummarise: string[];
};

type Scripts = {
  readonly contextWindow?: number;
  readonly answers: readonly ScriptedAnswer[];
  readonly summaries: readonly ScriptedAnswer[];
};

/** For tests: gives its answers and its summaries in their order, whatever the requests hold. Each counts as `tokens` say. */
export function summaryModel({ contextWindow, answers, summaries }: Scripts): SummaryModel {
  const asked: ModelRequest[] = [];
  const toSummarise: string[] = [];
  const left = { answers: [...answers], summaries: [...summaries] };
  return {
    id: 'scripted/test',
    contextWindow,
    asked,
    toSummarise,
    stream(request, signal) {
      const isSummary = request.instructions === COMPACTION_PROMPT;
      if (isSummary) toSummarise.push(request.messages[0]?.role === 'user' ? request.messages[0].content : '');
      else asked.push(request);
      const step = (isSummary ? left.summaries : left.answers).shift() ?? { text: 'The script is over.' };
      const model = scriptedModel({ id: 'scripted/test', scenario: { steps: [step] } });
      return model.stream({ ...request, messages: [] }, signal);
    },
  };
}

/** As many tokens, of which `output` are the answer's. */
export function counting(input: number, output = 0): NonNullable<ScriptedAnswer['tokens']> {
  return { input, output, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
}
