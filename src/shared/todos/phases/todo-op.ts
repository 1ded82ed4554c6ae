import { z } from 'zod';
import { isRecord } from '../../lib/json.ts';
import { ok, type Result } from '../../lib/result.ts';
import { hasTasks, type TodoPhase } from './todo-phase.ts';

/** The name of the tool that models call. */
export const TODO_TOOL = 'todo';

export const TODO_OPS = ['init', 'start', 'done', 'drop', 'block', 'unblock', 'rm', 'append', 'view'] as const;

const OP_PROBLEM = `must be one of ${TODO_OPS.join(', ')}`;

/** One call of the `todo` tool. Which fields an op needs it says itself, in words of its own. */
export type TodoOp = {
  readonly op: (typeof TODO_OPS)[number];
  readonly list?: readonly { readonly phase: string; readonly items: readonly string[] }[] | undefined;
  readonly task?: string | undefined;
  readonly phase?: string | undefined;
  readonly items?: readonly string[] | undefined;
  readonly reason?: string | undefined;
};

const Input: z.ZodType<TodoOp> = z.object({
  op: z.enum(TODO_OPS, { error: OP_PROBLEM }),
  list: z.array(z.object({ phase: z.string(), items: z.array(z.string()).min(1, 'must not be empty') })).optional(),
  task: z.string().optional(),
  phase: z.string().optional(),
  items: z.array(z.string()).optional(),
  reason: z.string().optional(),
});

/**
 * Reads a call's raw input. A missing `op` is filled in where only one can be meant; the error names every field that is
 * wrong: `list.0.items: must not be empty`.
 */
export function parseTodoOp(input: unknown, phases: readonly TodoPhase[]): Result<TodoOp, string> {
  if (!isRecord(input)) return { ok: false, error: `op: ${OP_PROBLEM}, in an object of arguments` };
  const parsed = Input.safeParse(input.op === undefined ? { ...input, op: missingOp(input, phases) } : input);
  if (parsed.success) return ok(parsed.data);
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${problemOf(message)}`);
  return { ok: false, error: problems.join('; ') };
}

function missingOp({ list, phase, items }: Record<string, unknown>, phases: readonly TodoPhase[]): string | undefined {
  if (isFilled(list)) return 'init';
  if (!isFilled(items)) return undefined;
  if (typeof phase === 'string' && phase !== '') return 'append';
  return list === undefined && !hasTasks(phases) ? 'init' : undefined;
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function problemOf(message: string): string {
  return message.replace(/^Invalid input: /, '');
}
