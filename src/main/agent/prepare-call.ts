import type { z } from 'zod';
import { parseJson } from '../../shared/lib/json.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { toolError, type AnyTool, type ToolOutcome } from './tool.ts';

/** A call that can run, or the answer that tells the model why it cannot. */
export type PreparedCall =
  | { readonly type: 'ready'; readonly call: ToolCall; readonly tool: AnyTool; readonly input: never }
  | { readonly type: 'refused'; readonly call: ToolCall; readonly outcome: ToolOutcome };

export function prepareCall(call: ToolCall, tools: readonly AnyTool[]): PreparedCall {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(', ');
    const available = names === '' ? 'There are no tools.' : `The tools are: ${names}.`;
    return { type: 'refused', call, outcome: toolError(`There is no tool "${call.name}". ${available}`) };
  }
  // Some models leave the arguments out where a tool needs none.
  const value = call.arguments.trim() === '' ? {} : parseJson(call.arguments);
  if (value === undefined) {
    const outcome = toolError(`The arguments of ${call.name} are not valid JSON. Nothing was done. Call it again.`);
    return { type: 'refused', call, outcome };
  }
  const parsed = tool.input.safeParse(value);
  if (!parsed.success) {
    const outcome = toolError(`The arguments of ${call.name} are not valid: ${describeIssues(parsed.error)}`);
    return { type: 'refused', call, outcome };
  }
  return { type: 'ready', call, tool, input: parsed.data };
}

function describeIssues(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('; ');
}
