import { expect, it } from 'vitest';
import { matchingSections } from './sections.ts';

function ids(query: string) {
  return matchingSections(query).map(({ id }) => id);
}

it('finds sections by the beginnings of words, whatever their case and order', () => {
  expect(ids('')).toEqual(['models', 'agents', 'runs', 'context', 'todos', 'appearance', 'storage', 'shortcuts']);
  expect(ids('DARK')).toEqual(['appearance']);
  expect(ids('key')).toEqual(['models', 'shortcuts']);
  expect(ids('url ollama')).toEqual(['models']);
  expect(ids('dark ollama')).toEqual([]);
});
