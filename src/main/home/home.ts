import path from 'node:path';

/**
 * The folder that a person's threads and settings are kept in when they name no other: the platform's own place for
 * application data. `homedir` is the person's home folder.
 */
export function defaultHome(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, homedir: string): string {
  if (platform === 'win32') {
    return path.win32.join(env.APPDATA || path.win32.join(homedir, 'AppData', 'Roaming'), 'Runlight');
  }
  if (platform === 'darwin') return path.posix.join(homedir, 'Library', 'Application Support', 'Runlight');
  // The XDG base directory specification: a relative path counts as unset.
  const data = env.XDG_DATA_HOME;
  const base = data !== undefined && path.posix.isAbsolute(data) ? data : path.posix.join(homedir, '.local', 'share');
  return path.posix.join(base, 'runlight');
}
