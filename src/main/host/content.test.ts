import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderContent } from './content.ts';

const folder = mkdtempSync(join(tmpdir(), 'runlight-content-'));
const renderer = join(folder, 'renderer');
mkdirSync(join(renderer, 'assets'), { recursive: true });
mkdirSync(join(folder, 'renderer-other'));
writeFileSync(join(renderer, 'index.html'), '<p>Runlight</p>');
writeFileSync(join(renderer, '.stamp'), 'hidden');
writeFileSync(join(renderer, 'assets', 'a-1.css'), 'p {}');
writeFileSync(join(renderer, 'assets', 'with space-1.js'), 'export {};');
writeFileSync(join(folder, 'renderer-other', 'other.txt'), 'outside');
writeFileSync(join(folder, 'outside.txt'), 'outside');
symlinkSync(join(folder, 'outside.txt'), join(renderer, 'link.txt'));
symlinkSync(folder, join(renderer, 'up'));
afterAll(() => rmSync(folder, { recursive: true }));

const content = folderContent(renderer);

async function look(target: string) {
  const answer = await content(target);
  return [answer.status, answer.headers.get('content-type'), await answer.text()];
}

test('files are served with their types', async () => {
  const page = [200, 'text/html; charset=utf-8', '<p>Runlight</p>'];
  expect(await look('/')).toEqual(page);
  expect(await look('/index.html?x=/../#y')).toEqual(page);
  expect(await look('/assets/a-1.css')).toEqual([200, 'text/css; charset=utf-8', 'p {}']);
  expect(await look('/assets/with%20space-1.js')).toEqual([200, 'text/javascript; charset=utf-8', 'export {};']);
});

test.each([
  '/missing.js',
  '/assets',
  '/assets/',
  '/.stamp',
  '/../outside.txt',
  '/..%2foutside.txt',
  '/%2e%2e%2foutside.txt',
  '/%252e%252e%252foutside.txt',
  '/assets/../../outside.txt',
  '/assets/%2e%2e/%2e%2e/outside.txt',
  '/..\\outside.txt',
  '/..%5coutside.txt',
  '/../renderer-other/other.txt',
  '/link.txt',
  '/up/outside.txt',
  '/index.html%00.js',
  '/index.html::$DATA',
  '/C:/outside.txt',
  '/%e0%a4%a',
])('%s is not there', async (target) => {
  expect(await look(target)).toEqual([404, 'text/plain; charset=utf-8', 'Not found']);
});
