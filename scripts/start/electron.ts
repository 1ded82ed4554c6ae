import { EXIT_REFUSED } from '../../src/main/host/failure-line.ts';
import { homeFlag, type StartArguments } from './arguments.ts';
import { askedToEnd, startChild } from './children.ts';

const START_MS = 3000;

export type ElectronEnding =
  | { readonly type: 'ended'; readonly code: number }
  /** It cannot run on this machine. */
  | { readonly type: 'aborted'; readonly why: string };

/** Runs Runlight in its own window until it is closed. */
export async function runElectron(binary: string, root: string, args: StartArguments): Promise<ElectronEnding> {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const { child, ended } = startChild(binary, [root, ...homeFlag(args)], { stdio: ['ignore', 'inherit', 'pipe'], env });
  // What it complains of is shown only once it is clear that it runs, or that it refused.
  let complaints = '';
  let starting = true;
  child.stderr?.on('data', (data: Buffer) => {
    if (starting) complaints += data.toString('utf8');
    else process.stderr.write(data);
  });
  function showComplaints(): void {
    starting = false;
    process.stderr.write(complaints);
    complaints = '';
  }
  const timer = setTimeout(showComplaints, START_MS);
  const { code, failure } = await ended;
  clearTimeout(timer);
  if (starting && code !== 0 && code !== EXIT_REFUSED && askedToEnd() === undefined) {
    return { type: 'aborted', why: failure ?? abortReason(complaints) ?? `exit code ${code}` };
  }
  showComplaints();
  return { type: 'ended', code };
}

/** The line that says why Electron gave up, without the marks of Chromium's log. */
export function abortReason(complaints: string): string | undefined {
  const lines = complaints
    .split('\n')
    .map((line) => line.replace(/^\[[^\]]*\]\s*/, '').trim())
    .filter((line) => line !== '');
  const telling = /sandbox|missing x server|cannot open display|shared librar|not found|permission denied/i;
  const line = lines.find((one) => telling.test(one)) ?? lines.at(-1);
  return line === undefined || line.length <= 200 ? line : `${line.slice(0, 200)}…`;
}
