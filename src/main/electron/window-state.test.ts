import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { placeWindow, readWindowState, writeWindowState } from './window-state.ts';

const folder = mkdtempSync(join(tmpdir(), 'runlight-state-'));
afterAll(() => rmSync(folder, { recursive: true }));

const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const state = { x: 100, y: 50, width: 1000, height: 700, maximized: false };

test('what was written is read', () => {
  const file = join(folder, 'state.json');
  expect(readWindowState(file)).toBeUndefined();
  writeWindowState(file, { ...state, maximized: true });
  expect(readWindowState(file)).toEqual({ ...state, maximized: true });
});

test.each(['', '{', '[]', '{"x":1}', JSON.stringify({ ...state, width: 1 }), JSON.stringify({ ...state, x: '1' })])(
  'a damaged file (%s) counts as none',
  (text) => {
    const file = join(folder, 'damaged.json');
    writeFileSync(file, text);
    expect(readWindowState(file)).toBeUndefined();
  },
);

test('a window comes back where it was, if that can be seen', () => {
  expect(placeWindow(undefined, [screen])).toEqual({ width: 1280, height: 800 });
  expect(placeWindow(state, [screen])).toEqual({ x: 100, y: 50, width: 1000, height: 700 });
  // The display on the left is not there any more.
  expect(placeWindow({ ...state, x: -1900 }, [screen])).toEqual({ width: 1000, height: 700 });
  expect(placeWindow({ ...state, x: -1900 }, [screen, { ...screen, x: -1920 }])).toEqual({
    x: -1900,
    y: 50,
    width: 1000,
    height: 700,
  });
  expect(placeWindow({ ...state, y: 1000 }, [screen])).toEqual({ width: 1000, height: 700 });
});
