import { expect, it } from 'vitest';
import type { ModelAddress } from '../../../shared/settings.ts';
import { addressOf, formOf } from './address-form.ts';
import { presetOf, withPreset } from './presets.ts';

const STORED: ModelAddress = {
  id: 'local',
  name: 'Local',
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:1234/v1',
  key: 'ok',
  models: ['a', 'b'],
};

it('leaves a stored key alone unless told otherwise', () => {
  const form = formOf(STORED);
  expect(addressOf(form)).toEqual({
    id: 'local',
    name: 'Local',
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
    apiKey: undefined,
    models: ['a', 'b'],
  });
  expect(addressOf({ ...form, key: { type: 'forget' } }).apiKey).toBe('');
  expect(addressOf({ ...form, key: { type: 'set', key: ' sk-1 ' } }).apiKey).toBe('sk-1');
  expect(addressOf({ ...form, key: { type: 'set', key: ' ' } }).apiKey).toBeUndefined();
});

it('calls an address by its host where the person gives no name', () => {
  expect(addressOf({ ...formOf(STORED), name: ' ', baseUrl: ' http://127.0.0.1:1234/v1' }).name).toBe('127.0.0.1:1234');
  expect(addressOf({ ...formOf(STORED), name: '', baseUrl: 'not an address' }).name).toBe('');
});

it('asks for the key again where the stored one cannot be read', () => {
  expect(formOf({ ...STORED, key: 'undecryptable' }).key).toEqual({ type: 'set', key: '' });
  expect(formOf({ ...STORED, key: 'environment' }).key).toEqual({ type: 'set', key: '' });
});

it('reads one model a line, blank lines aside', () => {
  expect(addressOf({ ...formOf(undefined), models: ' a \n\n b/c \n' }).models).toEqual(['a', 'b/c']);
});

it('knows which preset an address is of', () => {
  expect(presetOf({ kind: 'anthropic', baseUrl: 'https://gateway.example/v1' })).toBe('anthropic');
  expect(presetOf(STORED)).toBe('lm-studio');
  expect(presetOf({ kind: 'openai-compatible', baseUrl: 'https://openrouter.ai/api/v1/' })).toBe('openrouter');
  expect(presetOf({ kind: 'openai-compatible', baseUrl: 'https://else.example/v1' })).toBe('custom');
  expect(presetOf({ kind: 'openai-compatible', baseUrl: '' })).toBe('custom');
});

it('moves to a preset with its name, unless the person gave one', () => {
  const fresh = formOf(undefined);
  expect(withPreset(fresh, 'ollama')).toMatchObject({
    name: 'Ollama',
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:11434/v1',
  });
  expect(withPreset(withPreset(fresh, 'ollama'), 'google')).toMatchObject({
    name: 'Google',
    kind: 'google',
    baseUrl: '',
  });
  expect(withPreset(fresh, 'custom')).toMatchObject({ name: '', kind: 'openai-compatible', baseUrl: '' });
  expect(withPreset({ ...fresh, name: 'Work' }, 'openai')).toMatchObject({ name: 'Work', kind: 'openai' });
});
