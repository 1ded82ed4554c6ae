import { expect, it } from 'vitest';
import { addressOf, formOf } from './address-form.ts';

const STORED = { id: 'local', name: 'Local', baseUrl: 'http://127.0.0.1:1234/v1', hasKey: true, models: ['a', 'b'] };

it('leaves a stored key alone unless told otherwise', () => {
  const form = formOf(STORED);
  expect(addressOf(form)).toEqual({
    id: 'local',
    name: 'Local',
    baseUrl: 'http://127.0.0.1:1234/v1',
    apiKey: undefined,
    models: ['a', 'b'],
  });
  expect(addressOf({ ...form, key: { type: 'forget' } }).apiKey).toBe('');
  expect(addressOf({ ...form, key: { type: 'set', key: ' sk-1 ' } }).apiKey).toBe('sk-1');
  expect(addressOf({ ...form, key: { type: 'set', key: ' ' } }).apiKey).toBeUndefined();
});

it('reads one model a line, blank lines aside', () => {
  expect(addressOf({ ...formOf(undefined), models: ' a \n\n b/c \n' }).models).toEqual(['a', 'b/c']);
});
