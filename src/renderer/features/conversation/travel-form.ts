import { z } from 'zod';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { parseJson } from '../../../shared/lib/json.ts';
import type { TravelStep } from './travel-steps.ts';

type Changes = RequestInput<'run.travel'>['changes'];

const Form = z.object({
  /** What of the step is changed, besides context and tools: with another message the model may make other calls. */
  subject: z.enum(['result', 'message', 'neither']),
  /** Whose result it is. */
  callId: z.string(),
  /** These are absent while they are as they were: of a step that goes on, that may still change. */
  result: z.string().optional(),
  isError: z.boolean().optional(),
  message: z.string().optional(),
  context: z.string(),
  withoutTools: z.array(z.string()).readonly(),
});

/** What a person has filled in to go on from an earlier step. */
export type TravelForm = Readonly<z.infer<typeof Form>>;

/** Nothing is filled in yet; `callId`: the call to begin with. */
export function travelForm({ calls, asked }: TravelStep, callId?: string): TravelForm {
  const call = calls.find((one) => one.callId === callId) ?? calls[0];
  const subject = call !== undefined ? 'result' : asked === undefined ? 'neither' : 'message';
  return { subject, callId: call?.callId ?? '', context: '', withoutTools: [] };
}

/** What was kept as text of a form that was filled in before; `undefined` where there is none. */
export function keptForm(text: string): TravelForm | undefined {
  return Form.safeParse(parseJson(text)).data;
}

/** With another call in sight, whose result is as it was. */
export function withCall(form: TravelForm, callId: string): TravelForm {
  return form.callId === callId ? form : { ...form, callId, result: undefined, isError: undefined };
}

/** What the form changes of what there was; `undefined` when that is nothing. */
export function travelChanges(form: TravelForm, { calls, asked }: TravelStep): Changes | undefined {
  const { subject, callId } = form;
  const call = calls.find((one) => one.callId === callId);
  const [message = '', context] = [form.message?.trim(), form.context.trim()];
  const { result = call?.content ?? '', isError = call?.isError } = form;
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
