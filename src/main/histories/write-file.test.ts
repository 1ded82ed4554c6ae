import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';
import { writeWhole } from './write-file.ts';

const never = new AbortController().signal;

async function* pieces(count: number, onPiece: (index: number) => void = () => undefined): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) {
    onPiece(index);
    yield 'ä'.repeat(50_000);
  }
}

test('the file has its name only when it is whole', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'a.md');
  writeFileSync(file, 'before');
  const seen = new Set<string>();
  const look = (): void => {
    seen.add(`${readFileSync(file, 'utf8')} ${readdirSync(folder).length}`);
  };
  expect(await writeWhole(file, pieces(5, look), never)).toEqual({ ok: true, value: null });
  expect([...seen]).toEqual(['before 2']);
  expect(readFileSync(file, 'utf8')).toBe('ä'.repeat(250_000));
  expect(readdirSync(folder)).toEqual(['a.md']);
});

test('what is cancelled, or fails, leaves what was there', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'a.md');
  writeFileSync(file, 'before');
  const cancel = new AbortController();
  const cancelled = await writeWhole(
    file,
    pieces(5, (index) => index === 3 && cancel.abort()),
    cancel.signal,
  );
  expect(cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  await expect(
    writeWhole(
      file,
      pieces(5, (index) => {
        if (index === 3) throw new Error('A bug');
      }),
      never,
    ),
  ).rejects.toThrow('A bug');
  expect(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')])).toEqual([
    ['a.md', 'before'],
  ]);
});

test('a place that cannot be written to is a failure that names it', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'taken'));
  for (const name of ['missing/a.md', 'taken', 'x'.repeat(256)]) {
    const written = await writeWhole(path.join(folder, name), pieces(1), never);
    expect(written).toMatchObject({ ok: false, error: { code: 'file_not_written' } });
  }
  expect(readdirSync(folder)).toEqual(['taken']);
});

test.skipIf(process.platform === 'win32')('what is no file is not replaced by one, and a link stays one', async () => {
  const folder = temporaryFolder();
  const [pipe, link, file] = ['pipe', 'link', 'file'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', pipe]);
  expect(await writeWhole(pipe, pieces(1), never)).toMatchObject({ ok: false, error: { code: 'file_not_written' } });
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  writeFileSync(file, 'before');
  symlinkSync('file', link);
  expect(await writeWhole(link, pieces(1), never)).toEqual({ ok: true, value: null });
  expect([readlinkSync(link), readFileSync(file, 'utf8')]).toEqual(['file', 'ä'.repeat(50_000)]);
});
