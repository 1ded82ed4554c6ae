import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Snapshots } from './changes/snapshots.ts';
import { callTool } from './testing/call-tool.ts';
import { withWaysOut, type WaysOut } from './testing/ways-out.ts';

const onPosix = test.skipIf(process.platform === 'win32');
const LONG = process.env.RUNLIGHT_LONG !== undefined;
const RANDOM_ATTEMPTS = LONG ? 20_000 : 100;
if (LONG) vi.setConfig({ testTimeout: 600_000 });

/** What no answer may hold and no call may change. */
const CONTENT = 'the content of the secret';

/** Each tries to reach the secret beside the workspace, or what the system has. */
const PATHS = [
  '..',
  '../',
  '../outside',
  '../outside/secret.txt',
  './../outside/secret.txt',
  '../../../../../../../../etc/passwd',
  'src/../../outside/secret.txt',
  'src/../src/../../outside/secret.txt',
  'src//..//..//outside//secret.txt',
  'not-there/../../outside/secret.txt',
  'inside.txt/../../outside/secret.txt',
  '../root2/secret.txt',
  '../root/../outside/secret.txt',
  '/',
  '/etc/passwd',
  '//etc/passwd',
  '/etc/./passwd',
  '/proc/self/root/etc/passwd',
  '/proc/self/cwd',
  '/proc/self/environ',
  '/dev/fd/0',
  '/dev/null',
  '~',
  '~/.profile',
  '~/../../etc/passwd',
  'file',
  'relative',
  'folder',
  'folder/secret.txt',
  'folder/./secret.txt',
  'folder//secret.txt',
  'folder/../../outside/secret.txt',
  'folder/not-there.txt',
  'parent',
  'parent/outside/secret.txt',
  'parent/root/../outside/secret.txt',
  'src/up/outside/secret.txt',
  'good/up/outside/secret.txt',
  'good/../folder/secret.txt',
  'chain1/secret.txt',
  'chain2/secret.txt',
  'dangling',
  'dangling/x',
  'loop',
  'loop/loop/x',
  'system/etc/passwd',
  'system/proc/self/environ',
  'folder/secret.txt\0.txt',
] as const;

type Attempt = (way: WaysOut, path: string) => Promise<{ readonly content: string; readonly refused: boolean }>;

const byTool =
  (name: string, inputOf: (path: string) => object): Attempt =>
  async ({ workspace }, path) => {
    const { content, isError = false } = await callTool(workspace, name, inputOf(path));
    return { content, refused: isError };
  };

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  list_files: byTool('list_files', (path) => ({ path, recursive: true })),
  read_file: byTool('read_file', (path) => ({ path })),
  write_file: byTool('write_file', (path) => ({ path, content: 'written' })),
  'write_file below': byTool('write_file', (path) => ({ path: `${path}/new/file.txt`, content: 'written' })),
  edit_file: byTool('edit_file', (path) => ({ path, old_text: 'secret', new_text: 'edited', replace_all: true })),
  search_files: byTool('search_files', (path) => ({ query: 'content', path })),
  run_command: byTool('run_command', (path) => ({ command: 'cat secret.txt; touch made', cwd: path })),
  revert: async ({ base, workspace }, path) => {
    const snapshots = new Snapshots(join(base, 'kept'), { durable: false });
    const to = await snapshots.keepBytes(Buffer.from('reverted'));
    const restored = await workspace.restore(path, { to, snapshots });
    return { content: JSON.stringify(restored), refused: !restored.ok };
  },
};

async function ways(): Promise<WaysOut> {
  const way = await withWaysOut();
  await writeFile(join(way.outside, 'secret.txt'), CONTENT);
  await writeFile(join(way.base, 'root2/secret.txt'), CONTENT);
  await mkdir(join(way.base, 'kept'));
  return way;
}

/** Everything but the workspace itself and what is kept of it. */
function outsideOf({ base }: WaysOut): string {
  const inside = ['-path', './root', '-o', '-path', './kept'];
  return execFileSync(
    'find',
    ['.', '(', ...inside, ')', '-prune', '-o', '-ls', '-type', 'f', '-exec', 'cat', '{}', ';'],
    {
      cwd: base,
      encoding: 'utf8',
    },
  );
}

/** What a revert may do: put something in place of a link in the workspace, never where that leads to. */
function isOwnPlace(name: string, path: string): boolean {
  return name === 'revert' && /^(?:file|relative|folder|parent|dangling|loop|~)$/.test(path);
}

let counted = 0;

onPosix.each(Object.entries(ATTEMPTS))('%s gets to no place outside', async (name, attempt) => {
  const way = await ways();
  const before = outsideOf(way);
  const got: string[] = [];
  for (const path of PATHS) {
    const { content, refused } = await attempt(way, path);
    counted += 1;
    if (!(refused || isOwnPlace(name, path)) || content.includes(CONTENT) || /root:.*:0:0:/.test(content))
      got.push(`${path}: ${content}`);
  }
  expect(got).toEqual([]);
  expect(outsideOf(way)).toBe(before);
});

onPosix('those were more than 200 attempts', () => {
  expect(counted).toBeGreaterThan(200);
});

onPosix('paths put together at random lead to no place outside either', async () => {
  const way = await ways();
  const before = outsideOf(way);
  const links = [
    'file',
    'relative',
    'folder',
    'parent',
    'up',
    'chain1',
    'dangling',
    'loop',
    'system',
    'good',
    'good-file',
  ];
  const names = [
    '..',
    '.',
    '',
    'src',
    'a.ts',
    'outside',
    'root2',
    'root',
    'secret.txt',
    'etc',
    'passwd',
    'new',
    ...links,
  ];
  const start = fc.constantFrom('', '/', `${way.root}/`, `${way.base}/`, '~/', './');
  const path = fc.tuple(start, fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }));
  const tool = fc.constantFrom('list_files', 'read_file', 'write_file', 'edit_file', 'revert');
  await fc.assert(
    fc.asyncProperty(tool, path, async (name, [start, parts]) => {
      const { content } = (await ATTEMPTS[name]?.(way, start + parts.join('/') || '.')) ?? { content: CONTENT };
      expect(content).not.toContain(CONTENT);
      expect(content).not.toMatch(/root:.*:0:0:/);
    }),
    { numRuns: RANDOM_ATTEMPTS },
  );
  expect(outsideOf(way)).toBe(before);
});
