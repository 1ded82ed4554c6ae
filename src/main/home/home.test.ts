import { expect, test } from 'vitest';
import { defaultHome } from './home.ts';

test.each([
  [
    'win32',
    { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' },
    'C:\\Users\\me',
    'C:\\Users\\me\\AppData\\Roaming\\Runlight',
  ],
  ['win32', {}, 'C:\\Users\\me', 'C:\\Users\\me\\AppData\\Roaming\\Runlight'],
  ['darwin', { XDG_DATA_HOME: '/elsewhere' }, '/Users/me', '/Users/me/Library/Application Support/Runlight'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/home/me', '/data/runlight'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/me', '/home/me/.local/share/runlight'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/me', '/home/me/.local/share/runlight'],
  ['freebsd', {}, '/home/me', '/home/me/.local/share/runlight'],
] as const)('on %s with %o the home of %s is %s', (platform, env, homedir, home) => {
  expect(defaultHome(platform, env, homedir)).toBe(home);
});
