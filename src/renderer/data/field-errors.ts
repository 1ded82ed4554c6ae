import type { z } from 'zod';

/** The first complaint about each field of a form, by the name of the field it ends in. */
export function fieldErrors(error: z.ZodError): { readonly [field: string]: string } {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[String(path.at(-1) ?? '')] ??= message;
  return errors;
}
