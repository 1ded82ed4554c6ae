import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { estimateTokens } from '../../../shared/run/estimate-tokens.ts';
import { usageBody } from '../usage-body.ts';
import type { UsageBody } from '../../../shared/thread/entry.ts';
import { untilAborted } from '../../lib/abort.ts';
import type { LoopEffects } from '../effects.ts';
import type { Model, ModelEvent } from '../model.ts';
import { retryWait } from '../retry.ts';
import { compactionRequest } from './request.ts';
import { shortened } from './transcript.ts';

export type SummaryJob = {
  readonly model: Model;
  readonly prompt: string;
  readonly transcript: string;
  readonly instruction?: string;
};

/** What was spent is told of whether or not it came to a summary. */
export type Summarised = { readonly summary: Result<string>; readonly usage?: UsageBody };

type Ending = Extract<ModelEvent, { type: 'finish' | 'failed' }>;

/** Of the model's window, the share that its request may take; the rest is for the summary. */
const SHARE = 0.7;

/** Asks for a summary, again while the failure may pass. A conversation that is too long for it is shortened, once more when the provider says so. */
export async function summarise(
  job: SummaryJob,
  effects: Pick<LoopEffects, 'sleep' | 'random'>,
  signal: AbortSignal,
): Promise<Summarised> {
  const { model, instruction, prompt } = job;
  let transcript = fitting(job);
  let shortenedOnce = false;
  for (let attempt = 1; ; attempt += 1) {
    const content = compactionRequest(transcript, instruction);
    const request = { instructions: prompt, messages: [{ role: 'user', content }], tools: [] } as const;
    let text = '';
    let ending: Ending | undefined;
    for await (const event of untilAborted(model.stream(request, signal), signal)) {
      if (event.type === 'text') text += event.text;
      if (event.type === 'finish' || event.type === 'failed') ending = event;
      if (ending !== undefined) break;
    }
    if (signal.aborted) return { summary: fail('aborted', 'The compaction was cancelled') };
    if (ending?.type === 'finish') return { summary: checked(text, ending), usage: usageBody(model, ending) };
    if (ending === undefined) return { summary: fail('stream_cut', 'The summary broke off', 'Try again') };
    const { error } = ending;
    if (error.code === 'context_too_long' && !shortenedOnce) {
      shortenedOnce = true;
      transcript = shortened(transcript, Math.floor(transcript.length / 2));
      continue;
    }
    const waitMs = retryWait(error, attempt, effects.random());
    if (waitMs === undefined) return { summary: fail(error.code, error.message, error.hint) };
    await effects.sleep(waitMs, signal);
  }
}

function fitting({ model, prompt, transcript }: SummaryJob): string {
  if (model.contextWindow === undefined) return transcript;
  const room = model.contextWindow * SHARE - estimateTokens(prompt);
  const tokens = estimateTokens(transcript);
  return tokens <= room
    ? transcript
    : shortened(transcript, Math.max(0, Math.floor((transcript.length * room) / tokens)));
}

/** A summary that is not whole would lose what it leaves out. */
function checked(text: string, { reason }: Extract<Ending, { type: 'finish' }>): Result<string> {
  const summary = text.trim();
  if (summary === '')
    return fail(
      'summary_empty',
      'The model wrote an empty summary',
      'Try again, or choose another model for summaries',
    );
  if (reason === 'length')
    return fail(
      'summary_cut',
      'The summary was too long for the model to finish',
      'Choose another model for summaries',
    );
  if (reason === 'content_filter')
    return fail(
      'model_refused',
      "The provider's content filter ended the summary",
      'Choose another model for summaries',
    );
  return ok(summary);
}
