import { expect, test } from 'vitest';
import { entryUrl } from './entry-url.ts';

test.each([
  ['file:///app/src/main/workspace/search.ts', 'file:///app/src/main/workspace/search-worker.ts'],
  ['file:///app/out/main/index.js', 'file:///app/out/main/search-worker.js'],
  ['file:///app/out/main/chunks/search-B4x.js', 'file:///app/out/main/search-worker.js'],
])('a caller at %s finds %s', (caller, worker) => {
  expect(entryUrl('search-worker', caller).href).toBe(worker);
});
