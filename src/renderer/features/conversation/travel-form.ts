import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { parseJson } from '../../../shared/lib/json.ts';

type Changes = RequestInput<'run.travel'>['changes'];

/** What a person has filled in to go on from before a call. */
export type TravelForm = {
  readonly result: string;
  readonly isError: boolean;
  readonly context: string;
  readonly withoutTools: readonly string[];
};

/** What is known of the call. */
export type TravelFrom = { readonly callId: string; readonly content: string; readonly isError: boolean };

/** What the form changes of what there was; `undefined` when that is nothing. */
export function travelChanges(form: TravelForm, { callId, content, isError }: TravelFrom): Changes | undefined {
  const context = form.context.trim();
  const changes: Changes = {
    ...(form.result === content && form.isError === isError
      ? {}
      : { result: { callId, content: form.result, isError: form.isError } }),
    ...(context === '' ? {} : { context }),
    ...(form.withoutTools.length === 0 ? {} : { withoutTools: [...form.withoutTools] }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
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
