import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasDisplay } from './browser.ts';
import { electronBinary } from './electron-binary.ts';
import { abortReason, runElectron } from './electron.ts';

const flags = { web: false, open: false, dev: false, help: false };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runlight-start-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Node in the place of Electron, with a program that ends as Electron would. */
function program(code: string): string {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, code);
  return file;
}

test('Electron that cannot run here is told from Electron that ended', async () => {
  const sandbox = program(`
    console.error('[12:1130/120000.1:ERROR:dbus/bus.cc(408)] Failed to connect to the bus');
    console.error('[12:1130/120000.2:FATAL:sandbox/setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly.');
    process.kill(process.pid, 'SIGTRAP');
  `);
  expect(await runElectron(process.execPath, sandbox, flags)).toEqual({
    type: 'aborted',
    why: 'The SUID sandbox helper binary was found, but is not configured correctly.',
  });
  expect(await runElectron(process.execPath, program('process.exit(7)'), flags)).toEqual({
    type: 'aborted',
    why: 'exit code 7',
  });
  expect(await runElectron(join(folder, 'missing'), folder, flags)).toMatchObject({ type: 'aborted' });
  expect(await runElectron(process.execPath, program('process.exit(0)'), flags)).toEqual({ type: 'ended', code: 0 });
});

test('a refusal of our own is no reason to start otherwise, and is shown', async () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  const ending = await runElectron(process.execPath, program('console.error("Runlight: no."); process.exit(3)'), flags);
  write.mockRestore();
  expect(ending).toEqual({ type: 'ended', code: 3 });
  expect(written.join('')).toBe('Runlight: no.\n');
});

test('the home is passed on', async () => {
  const file = program('process.exit(process.argv.slice(2).join(" ") === "--home /h" ? 0 : 1)');
  expect(await runElectron(process.execPath, file, { ...flags, home: '/h' })).toEqual({ type: 'ended', code: 0 });
});

test('the reason is the line that tells most', () => {
  expect(abortReason('')).toBeUndefined();
  expect(abortReason('a\nelectron: error while loading shared libraries: libgtk-3.so.0: cannot open\nb\n')).toBe(
    'electron: error while loading shared libraries: libgtk-3.so.0: cannot open',
  );
  expect(abortReason('first\nlast\n')).toBe('last');
  expect(abortReason('x'.repeat(500))?.length).toBe(201);
});

test('Electron is there when its own note names a file that is', () => {
  const electron = join(folder, 'node_modules', 'electron');
  mkdirSync(join(electron, 'dist'), { recursive: true });
  expect(electronBinary(folder)).toBeUndefined();
  writeFileSync(join(electron, 'path.txt'), 'electron');
  expect(electronBinary(folder)).toBeUndefined();
  writeFileSync(join(electron, 'dist', 'electron'), '');
  expect(electronBinary(folder)).toBe(join(electron, 'dist', 'electron'));
});

test('a display is what the desktop says it is', () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect([hasDisplay('darwin', {}), hasDisplay('win32', {})]).toEqual([true, true]);
});
