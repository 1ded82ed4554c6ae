import { expect, it } from 'vitest';
import { z } from 'zod';
import { must } from '../../shared/lib/assert.ts';
import { fieldErrors } from './field-errors.ts';

it('gives the first complaint about each field, nested ones by their own name', () => {
  const form = z.object({
    name: z.string().min(3, 'Too short').regex(/x/, 'No x'),
    more: z.object({ steps: z.int('No number') }),
  });
  const { error } = form.safeParse({ name: 'ab', more: { steps: 'many' } });
  expect(fieldErrors(must(error, 'error'))).toEqual({ name: 'Too short', steps: 'No number' });
});
