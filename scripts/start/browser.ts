import { spawn } from 'node:child_process';

/** Whether this machine shows windows to somebody. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/** Opens the address in the person's browser; says so when there is none. */
export function openBrowser(url: string): void {
  const [command, args] = browserCommand(process.platform, url);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => console.log('No browser could be opened; open the address above yourself.'));
  child.unref();
}

function browserCommand(platform: NodeJS.Platform, url: string): [string, readonly string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}
