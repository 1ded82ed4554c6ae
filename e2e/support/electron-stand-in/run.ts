// node run.ts ROOT [ARGUMENT…] runs the built app in ROOT as `electron ROOT [ARGUMENT…]` would.
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { appState } from './app.ts';
import { answerTests } from './evaluate.ts';
import { hub } from './hub.ts';

const root = resolve(process.argv[2] ?? '.');
appState.root = root;
process.argv = [process.execPath, root, ...process.argv.slice(3)];

const standIn = import.meta.resolve('./electron.ts');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

const { main } = (await import(pathToFileURL(join(root, 'package.json')).href, { with: { type: 'json' } })).default as {
  main: string;
};
await import(pathToFileURL(join(root, main)).href);
// Electron does not tell what a window was made with, nor what the desktop shows; the stand-in does.
const { windowOptions, desktop } = hub;
const electron = { ...(await import('./electron.ts')), windowOptions, desktop };
answerTests(electron);
appState.becomeReady();
