import { join } from 'node:path';
import { parseStartArguments, USAGE, webFlags, type StartArguments } from './arguments.ts';
import { hasDisplay } from './browser.ts';
import { askedToEnd, passSignalsOn, startChild } from './children.ts';
import { downloadElectron, electronBinary } from './electron-binary.ts';
import { runElectron } from './electron.ts';
import { isStale, type Part } from './parts.ts';
import { runWeb } from './web.ts';

/** `npm start` and `npm run dev`. Answers the exit code. */
export async function main(root: string, given: readonly string[]): Promise<number> {
  const parsed = parseStartArguments(given);
  if (!parsed.ok) {
    console.error(`Runlight: ${parsed.error}.\n\n${USAGE}`);
    return 2;
  }
  if (parsed.value.help) {
    console.log(USAGE);
    return 0;
  }
  passSignalsOn();
  return start(root, parsed.value);
}

/** Answers the exit code. */
async function start(root: string, args: StartArguments): Promise<number> {
  const choice = args.web ? { binary: undefined, why: undefined } : await chooseHost(root);
  const interrupted = askedToEnd();
  if (interrupted !== undefined) return interrupted;
  if (choice.binary !== undefined) {
    if (args.dev) return (await developing()).developElectron(root, args);
    const built = await buildStale(root, ['main', 'preload', 'renderer']);
    if (built !== 0) return built;
    const ending = await runElectron(choice.binary, root, args);
    if (ending.type === 'ended') return ending.code;
    sayWebInstead(`Electron does not run here (${ending.why})`);
  } else if (choice.why !== undefined) {
    sayWebInstead(choice.why);
  }
  const openBrowser = args.open && !process.env.CI && hasDisplay(process.platform, process.env);
  if (args.dev) return (await developing()).developWeb(root, args, openBrowser);
  const built = await buildStale(root, ['renderer']);
  return built === 0 ? runWeb({ root, nodeFlags: [], flags: webFlags(args), openBrowser }) : built;
}

/** The builder takes its time to load, and `npm start` mostly has no use for it. */
function developing() {
  return import('./dev.ts');
}

type Choice =
  | { readonly binary: string; readonly why?: undefined }
  | { readonly binary?: undefined; readonly why: string };

async function chooseHost(root: string): Promise<Choice> {
  if (!hasDisplay(process.platform, process.env)) {
    return { why: 'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)' };
  }
  const installed = electronBinary(root);
  if (installed !== undefined) return { binary: installed };
  console.log('Downloading Electron, once ("npm start -- --web" does without) …');
  const problem = await downloadElectron(root);
  const binary = electronBinary(root);
  return binary === undefined ? { why: `Electron could not be downloaded (${problem ?? 'unknown'})` } : { binary };
}

function sayWebInstead(why: string): void {
  console.log(`${why}; Runlight opens in the browser instead.`);
}

/** Builds what is stale of these parts. Answers the exit code. */
export async function buildStale(root: string, parts: readonly Part[]): Promise<number> {
  const stale = parts.filter((part) => isStale(root, part));
  if (stale.length === 0) return 0;
  console.log('Building Runlight …');
  const program = join(root, 'scripts', 'start', 'build.ts');
  const { code } = await startChild(process.execPath, [program, ...stale], { cwd: root, stdio: 'inherit' }).ended;
  if (code !== 0 && askedToEnd() === undefined) console.error('Runlight could not be built; the lines above tell why.');
  return code;
}
