import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { parseJson } from '../../../shared/lib/json.ts';
import type { TravelCall, TravelStep } from './travel-steps.ts';

type Changes = RequestInput<'run.travel'>['changes'];

/** What a person has filled in to go on from an earlier step. */
export type TravelForm = {
  /** What of the step is changed, besides context and tools: with another message the model may make other calls. */
  readonly subject: 'result' | 'message' | 'neither';
  /** Whose result it is. */
  readonly callId: string;
  readonly result: string;
  readonly isError: boolean;
  readonly message: string;
  readonly context: string;
  readonly withoutTools: readonly string[];
};

/** A step as it was; `callId`: the call to begin with. */
export function travelForm({ calls, asked }: TravelStep, callId?: string): TravelForm {
  const call = calls.find((one) => one.callId === callId) ?? calls[0];
  return {
    subject: call !== undefined ? 'result' : asked === undefined ? 'neither' : 'message',
    ...resultOf(call),
    message: asked?.text ?? '',
    context: '',
    withoutTools: [],
  };
}

export function resultOf(call: TravelCall | undefined): Pick<TravelForm, 'callId' | 'result' | 'isError'> {
  return { callId: call?.callId ?? '', result: call?.content ?? '', isError: call?.isError ?? false };
}

/** What the form changes of what there was; `undefined` when that is nothing. */
export function travelChanges(form: TravelForm, { calls, asked }: TravelStep): Changes | undefined {
  const { subject, callId, result, isError } = form;
  const call = calls.find((one) => one.callId === callId);
  const [message, context] = [form.message.trim(), form.context.trim()];
  const sameResult = call === undefined || (result === call.content && isError === call.isError);
  const changes: Changes = {
    ...(subject !== 'result' || sameResult ? {} : { result: { callId, content: result, isError } }),
    ...(subject !== 'message' || message === '' || message === asked?.text.trim() ? {} : { message }),
    ...(context === '' ? {} : { context }),
    ...(form.withoutTools.length === 0 ? {} : { withoutTools: [...form.withoutTools] }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The entry that the branch goes on from. */
export function travelParent(changes: Changes | undefined, { messageId, parentId, asked }: TravelStep): string | null {
  if (changes?.result !== undefined) return messageId;
  return changes?.message === undefined ? parentId : (asked?.parentId ?? null);
}

/** A result that was JSON stays JSON, so that what reads it can. */
export function resultProblem(result: string, content: string): string | undefined {
  const wasJson = /^\s*[[{]/.test(content) && parseJson(content) !== undefined;
  return wasJson && parseJson(result) === undefined ? 'The result was JSON; this is none' : undefined;
}

/** The names in what a request tells of tools. */
export function toolNames(tools: unknown): readonly string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) =>
    typeof tool === 'object' && tool !== null && 'name' in tool && typeof tool.name === 'string' ? [tool.name] : [],
  );
}
