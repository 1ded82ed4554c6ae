import { z } from 'zod';
import { parseJson, type Json } from '../../shared/lib/json.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';

/** A JSON Schema as a check. Fails with `bad_schema` for one that cannot be read. */
export function readSchema(schema: object): Result<z.ZodType<Json>> {
  try {
    return ok(z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema) as z.ZodType<Json>);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('bad_schema', `The schema of the answer cannot be read: ${why}`, 'Correct it in the agent');
  }
}

/** The value that a final answer gives; the failure says what is wrong with it, in words for the model. */
export function readAnswer(schema: z.ZodType<Json>, text: string): Result<Json> {
  // Models like to put JSON into a fence, however they were asked.
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n```\s*$/.exec(text)?.[1] ?? text;
  const value = parseJson(bare);
  if (value === undefined) return fail('answer_invalid', 'it is not JSON');
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`);
  return fail('answer_invalid', problems.join('; '));
}

/** What the model is told of the form of its answer. */
export function answerInstructions(schema: object): string {
  return `Your final answer, when the work is done, must be one JSON value that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`;
}

export function correctionText(problem: string): string {
  return `Your answer does not have the form that was asked for: ${problem}. Answer again, with the JSON value alone.`;
}
