import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { markedProcesses, type Process, runningProcesses, startNow } from './process-table.ts';

/** How long processes get to end by themselves after they are asked to. */
const GRACE_MS = 1_500;
/** A process may start others as long as it lives, so ending all of them takes a few rounds. */
const ROUNDS = 20;
/** Looks get rarer from the first to the second. */
const POLL_MS = { first: 20, last: 160 };

const run = promisify(execFile);

/**
 * Everything that a command started: the members of its process group and session, their descendants, and on Linux whatever
 * carries the command's mark in its environment, even where it has left all of those. What was once found stays known, also
 * when its parent ends. Out of reach is only what leaves the session, loses its parent and cleans its environment before
 * anyone looks.
 */
export class ProcessTree {
  readonly #leader: number;
  readonly #mark: string;
  readonly #since: number;
  readonly #known = new Map<number, string>();
  #leaderEnded = false;

  /** `leader`: the id of the first process, which leads a group of its own. `mark`: `NAME=value`. */
  constructor(leader: number, mark: string) {
    this.#leader = leader;
    this.#mark = mark;
    this.#since = process.platform === 'linux' ? startNow() : 0;
  }

  /** To be called when the first process has ended: its id may then be given to another. */
  leaderEnded(): void {
    this.#leaderEnded = true;
  }

  /** The ids of the processes that run now. On Windows only the first is ever known. */
  async running(): Promise<readonly number[]> {
    if (process.platform === 'win32') return this.#leaderEnded ? [] : [this.#leader];
    const all = await runningProcesses();
    const recent = all.filter(({ start }) => process.platform !== 'linux' || Number(start) >= this.#since);
    const unknown = recent.filter(({ pid, start }) => this.#known.get(pid) !== start);
    const marked = new Set(await markedProcesses(unknown, this.#mark));
    const members = new Set<number>();
    let size = -1;
    while (size !== members.size) {
      size = members.size;
      for (const one of all) if (this.#belongs(one, marked, members)) members.add(one.pid);
    }
    for (const { pid, start } of all) if (members.has(pid)) this.#known.set(pid, start);
    return [...members];
  }

  #belongs(one: Process, marked: ReadonlySet<number>, members: ReadonlySet<number>): boolean {
    if (one.pid === process.pid) return false;
    return (
      this.#known.get(one.pid) === one.start ||
      marked.has(one.pid) ||
      members.has(one.parent) ||
      one.group === this.#leader ||
      one.session === this.#leader ||
      (one.pid === this.#leader && !this.#leaderEnded)
    );
  }

  /** Waits until nothing runs any more, for at most `ms`. Answers what does. */
  async settled(ms: number): Promise<readonly number[]> {
    const until = performance.now() + ms;
    for (let wait = POLL_MS.first; ; wait = Math.min(2 * wait, POLL_MS.last)) {
      const pids = await this.running();
      const left = until - performance.now();
      if (pids.length === 0 || left <= 0) return pids;
      await delay(Math.min(wait, left));
    }
  }

  /** Ends all of it: asks first, then forces. Answers how many processes ran when it began. */
  async end(): Promise<number> {
    if (process.platform === 'win32') return await this.#endOnWindows();
    const asked = await this.running();
    for (const pid of asked) {
      signal(pid, 'SIGTERM');
      // A suspended process hears nothing.
      signal(pid, 'SIGCONT');
    }
    if (asked.length === 0) return 0;
    let left = await this.settled(GRACE_MS);
    for (let round = 0; left.length > 0 && round < ROUNDS; round += 1) {
      for (const pid of left) signal(pid, 'SIGKILL');
      left = await this.settled(POLL_MS.last);
    }
    return asked.length;
  }

  async #endOnWindows(): Promise<number> {
    if (this.#leaderEnded) return 0;
    // It fails when the process has ended in the meantime, which is all that is wanted.
    await run('taskkill', ['/PID', String(this.#leader), '/T', '/F'], { windowsHide: true }).catch(() => undefined);
    return 1;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Ended since it was listed.
  }
}
