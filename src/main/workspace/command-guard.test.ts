import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { COMMAND_MARK } from './command-environment.ts';
import { runningProcesses } from './process-table.ts';
import { tempWorkspace } from './testing/temp-workspace.ts';

const onLinux = test.skipIf(process.platform !== 'linux');

/** The ids of the processes that a command of the program has written to `pids`. */
async function pidsIn(root: string, count: number): Promise<readonly number[]> {
  const pids = (await readFile(join(root, 'pids'), 'utf8')).trim().split(/\s+/).map(Number);
  expect(pids).toHaveLength(count);
  return pids;
}

async function running(pids: readonly number[]): Promise<readonly number[]> {
  const all = new Set((await runningProcesses()).map(({ pid }) => pid));
  return pids.filter((pid) => all.has(pid));
}

onLinux(
  'a command does not outlive a program that is killed, whatever it does to stay',
  async () => {
    const { root } = await tempWorkspace();
    const command = `trap '' TERM HUP; echo $$ >> pids; sleep 300 & echo $! >> pids; setsid sh -c 'echo $$ >> pids; sleep 300' & wait`;
    const program = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { LocalWorkspace } = await import(${JSON.stringify(new URL('./local-workspace.ts', import.meta.url).href)});
       const options = { timeoutMs: 600_000, signal: new AbortController().signal, onOutput: () => undefined };
       await new LocalWorkspace({ root: ${JSON.stringify(root)} }).run(${JSON.stringify(command)}, options);`,
      ],
      { stdio: 'ignore' },
    );
    const pids = await vi.waitFor(() => pidsIn(root, 3), { timeout: 20_000 });
    expect(await running(pids)).toEqual(pids);
    program.kill('SIGKILL');
    await once(program, 'exit');
    await vi.waitFor(async () => expect(await running(pids)).toEqual([]), { timeout: 20_000 });
  },
  60_000,
);

onLinux('the guard goes with the command', async () => {
  const { workspace } = await tempWorkspace();
  const ran = await workspace.run(`echo "$${COMMAND_MARK}"`, {
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    onOutput: () => undefined,
  });
  const mark = ran.ok ? ran.value.output.trim() : '';
  expect(mark).toMatch(/^[\w-]{36}$/);
  await vi.waitFor(async () => {
    const lines = await Promise.all(
      (await runningProcesses()).map(({ pid }) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    expect(lines.filter((line) => line.includes(mark))).toEqual([]);
  });
});
