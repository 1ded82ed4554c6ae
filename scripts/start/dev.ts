import { join } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { createServer } from 'vite';
import { homeFlag, webFlags, type StartArguments } from './arguments.ts';
import { startChild } from './children.ts';
import { markStale } from './parts.ts';
import { runWeb } from './web.ts';

/** The window reloads with every change, Electron restarts with every change of its main process. */
export async function developElectron(root: string, args: StartArguments): Promise<number> {
  // What is built now is not what `npm start` wants.
  markStale(root, 'main');
  markStale(root, 'preload');
  const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const { ended } = startChild(process.execPath, [program, 'dev', '--watch', '--', ...homeFlag(args)], {
    cwd: root,
    stdio: 'inherit',
  });
  return (await ended).code;
}

/** The window reloads with every change, the web host restarts with every change of what it loads. */
export async function developWeb(root: string, args: StartArguments, openBrowser: boolean): Promise<number> {
  const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'serve', 'development');
  const server = await createServer(config?.renderer);
  await server.listen();
  const { host, port } = server.config.server;
  try {
    return await runWeb({
      root,
      nodeFlags: ['--watch', '--watch-preserve-output'],
      flags: [...webFlags(args), '--dev-server', `http://${String(host)}:${port}`],
      openBrowser,
    });
  } finally {
    await server.close();
  }
}
