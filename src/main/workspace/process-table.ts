import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A process as the system lists it. `start` tells it from a later one with the same id. */
export type Process = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly start: string;
};

/** Processes to look at in one turn of the event loop: reading one takes about 15 µs. */
const SLICE = 100;

const run = promisify(execFile);

/** Every process that runs; those that have ended and wait to be collected are not among them. POSIX only. */
export async function runningProcesses(): Promise<readonly Process[]> {
  return process.platform === 'linux' ? await linuxProcesses() : await otherProcesses();
}

// These files are made by the kernel as they are read: reading one at once costs a tenth of doing it in the background.
async function linuxProcesses(): Promise<readonly Process[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found: Process[] = [];
  for (const [index, pid] of pids.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    const one = linuxProcess(Number(pid));
    if (one !== undefined) found.push(one);
  }
  return found;
}

function linuxProcess(pid: number): Process | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended since the folder was read.
    return undefined;
  }
  // The name before it, in parentheses, may hold anything. See proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group, session] = fields;
  if ('ZXx'.includes(state)) return undefined;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), start: fields[19] ?? '' };
}

async function otherProcesses(): Promise<readonly Process[]> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  const columns = 'pid=,ppid=,pgid=,stat=,lstart=';
  const { stdout } = await run('ps', ['-A', '-o', columns], { env, maxBuffer: 16 * 1024 * 1024 });
  return stdout.split('\n').flatMap((line): readonly Process[] => {
    const [pid, parent, group, state = '', ...start] = line.trim().split(/\s+/);
    if (pid === undefined || pid === '' || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, start: start.join(' ') }];
  });
}

/** The ids among `processes` whose environment holds `mark`, `NAME=value`. Linux only; elsewhere none. */
export async function markedProcesses(processes: readonly Process[], mark: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  const marked = await Promise.all(
    processes.map(async ({ pid }) => {
      // Other people's environments are not ours to read, and neither are they our children.
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
      return environment.split('\0').includes(mark) ? [pid] : [];
    }),
  );
  return marked.flat();
}

/** A time that the `start` of later processes is not below, in clock ticks since the system started. Linux only. */
export function startNow(): number {
  const [seconds = '0'] = readFileSync('/proc/uptime', 'utf8').split(' ');
  // Linux tells programs 100 ticks a second, whatever its own clock does. One second off for rounding.
  return (Number(seconds) - 1) * 100;
}
