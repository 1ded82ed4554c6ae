import { expect, test } from 'vitest';
import { insideSegments, isInside } from './paths.ts';

const POSIX = { named: '/link/app', real: '/data/app' };
const WINDOWS = { named: 'C:\\Users\\ann\\app', real: 'C:\\Users\\ann\\app' };

test.each([
  ['.', []],
  ['', []],
  ['src/a.ts', ['src', 'a.ts']],
  ['./src//b/../a.ts', ['src', 'a.ts']],
  ['/link/app/src', ['src']],
  ['/data/app/src', ['src']],
  ['/data/app', []],
  ['..x/y', ['..x', 'y']],
  ['~x', ['~x']],
  ['con', ['con']],
  ['a:b', ['a:b']],
  ['a\\..\\..\\b', ['a\\..\\..\\b']],
])('on POSIX %j leads to %j', (path, segments) => {
  expect(insideSegments(POSIX, path, 'linux')).toEqual({ ok: true, value: segments });
});

test.each([
  '..',
  '../app2',
  'src/../../x',
  '/etc/passwd',
  '/',
  '/data/apple',
  '/data',
  '/LINK/app/x',
  '~',
  '~/x',
  '//etc',
])('on POSIX %j is outside', (path) => {
  expect(insideSegments(POSIX, path, 'linux')).toMatchObject({ ok: false, error: { code: 'outside_workspace' } });
});

test.each([
  ['src/a.ts', ['src', 'a.ts']],
  ['src\\a.ts', ['src', 'a.ts']],
  ['C:\\Users\\ann\\app\\x', ['x']],
  ['c:/USERS/Ann/APP/x', ['x']],
  ['console.ts', ['console.ts']],
  ['.env', ['.env']],
])('on Windows %j leads to %j', (path, segments) => {
  expect(insideSegments(WINDOWS, path, 'win32')).toEqual({ ok: true, value: segments });
});

test.each([
  ['..\\x', 'outside_workspace'],
  ['a\\..\\..\\x', 'outside_workspace'],
  ['C:\\Windows', 'outside_workspace'],
  ['D:\\x', 'outside_workspace'],
  ['\\x', 'outside_workspace'],
  ['\\\\server\\share\\x', 'outside_workspace'],
  ['//server/share/x', 'outside_workspace'],
  ['\\\\?\\C:\\Users\\ann\\app\\x', 'outside_workspace'],
  ['\\\\.\\PhysicalDrive0', 'outside_workspace'],
  ['~\\x', 'outside_workspace'],
  ['C:x', 'bad_path'],
  ['a.txt:secret', 'bad_path'],
  ['a.txt::$DATA', 'bad_path'],
  ['NUL', 'bad_path'],
  ['src/con.txt', 'bad_path'],
  ['com1', 'bad_path'],
  ['lpt¹ .log', 'bad_path'],
  ['CONOUT$', 'bad_path'],
  ['a.', 'bad_path'],
  ['a /b', 'bad_path'],
  ['.. /b', 'bad_path'],
  ['a?b', 'bad_path'],
  ['a\nb', 'bad_path'],
])('on Windows %j is refused: %s', (path, code) => {
  expect(insideSegments(WINDOWS, path, 'win32')).toMatchObject({ ok: false, error: { code } });
});

test('a NUL byte is no part of a path', () => {
  expect(insideSegments(POSIX, 'a\0b')).toEqual({
    ok: false,
    error: { code: 'bad_path', message: 'A path cannot hold a NUL byte' },
  });
});

test('the root of the file system holds everything', () => {
  expect([isInside('/', '/etc', 'linux'), isInside('/a', '/a', 'linux'), isInside('/a', '/ab', 'linux')]).toEqual([
    true,
    true,
    false,
  ]);
});
