import { execFileSync } from 'node:child_process';

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];

/** Runs Git in a folder; answers what it printed. */
export function gitIn(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...IDENTITY, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Makes a repository of a folder, with one commit of all that is in it. */
export function commitAll(folder: string): void {
  gitIn(folder, 'init', '--quiet');
  gitIn(folder, 'add', '--all');
  gitIn(folder, 'commit', '--quiet', '--allow-empty', '--message', 'First');
}
