import { expect, test } from 'vitest';
import type { SearchQuery } from './search-job.ts';
import { tempWorkspace } from './testing/temp-workspace.ts';

const QUERY: SearchQuery = {
  pattern: { text: 'needle', literal: false, ignoreCase: false },
  path: '.',
  limit: 100,
  context: 0,
};

test('a tree is searched in order, what is no text or not our own is passed over', async () => {
  const { workspace } = await tempWorkspace({
    'b.txt': 'needle',
    'a/z.md': 'x\nneedle\n',
    'a.txt': 'nothing',
    'image.bin': Uint8Array.of(0, 1),
    'large.txt': Buffer.alloc(5 * 1024 * 1024 + 1, 'needle\n'),
    'node_modules/x/index.js': 'needle',
    '.git/config': 'needle',
  });
  expect(await workspace.search(QUERY)).toEqual({
    ok: true,
    value: {
      files: [
        { relative: 'a/z.md', lines: [{ number: 2, text: 'needle', isMatch: true }] },
        { relative: 'b.txt', lines: [{ number: 1, text: 'needle', isMatch: true }] },
      ],
      end: 'complete',
      counts: { searched: 3, binary: 1, large: 1, unreadable: 0 },
    },
  });
});

test('path, glob and limit narrow it', async () => {
  const { workspace } = await tempWorkspace({
    'src/a.ts': 'needle',
    'src/b.js': 'needle',
    'src/deep/c.ts': 'needle',
    'd.ts': 'needle',
  });
  const files = async (query: Partial<SearchQuery>): Promise<unknown> => {
    const found = await workspace.search({ ...QUERY, ...query });
    return found.ok ? [found.value.end, ...found.value.files.map(({ relative }) => relative)] : found.error.code;
  };
  expect(await files({ path: 'src/a.ts' })).toEqual(['complete', 'src/a.ts']);
  expect(await files({ path: 'src', glob: '*.ts' })).toEqual(['complete', 'src/a.ts', 'src/deep/c.ts']);
  expect(await files({ path: 'src', glob: 'deep/*.ts' })).toEqual(['complete', 'src/deep/c.ts']);
  expect(await files({ path: 'src', glob: 'src/*.ts' })).toEqual(['complete', 'src/a.ts']);
  expect(await files({ limit: 2 })).toEqual(['limit', 'd.ts', 'src/a.ts']);
  expect(await files({ limit: 4 })).toEqual(['complete', 'd.ts', 'src/a.ts', 'src/b.js', 'src/deep/c.ts']);
  expect(await files({ path: 'lib' })).toBe('not_found');
  expect(await files({ glob: '[z-a]' })).toBe('bad_glob');
  expect(await files({ pattern: { text: '(', literal: false, ignoreCase: false } })).toBe('bad_pattern');
});

const ENDLESS = { ...QUERY, pattern: { text: '^(a+)+$', literal: false, ignoreCase: false } };

test('an endless pattern ends at the time limit, with what was found until then', async () => {
  const { workspace } = await tempWorkspace({
    // Whatever comes in one batch with the endless file is matched before it.
    'a.txt': 'aaa',
    'b.txt': `${'a'.repeat(50)}b`,
  });
  expect(await workspace.search(ENDLESS, { timeLimitMs: 1500 })).toEqual({
    ok: true,
    value: {
      files: [{ relative: 'a.txt', lines: [{ number: 1, text: 'aaa', isMatch: true }] }],
      end: 'timeout',
      counts: { searched: 1, binary: 0, large: 0, unreadable: 0 },
    },
  });
});

test('a stop ends it, however busy it is', async () => {
  const { workspace } = await tempWorkspace({ 'b.txt': `${'a'.repeat(50)}b` });
  const controller = new AbortController();
  const searching = workspace.search(ENDLESS, { signal: controller.signal });
  setTimeout(() => controller.abort(), 200);
  expect(await searching).toMatchObject({ error: { code: 'stopped' } });
  expect(await workspace.search(QUERY, { signal: controller.signal })).toMatchObject({ error: { code: 'stopped' } });
});
