import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../shared/lib/result.ts';
import { LocalWorkspace } from './local-workspace.ts';
import { runningProcesses } from './process-table.ts';
import type { CommandEnd } from './run-command.ts';
import { tempWorkspace } from './testing/temp-workspace.ts';

const onPosix = test.skipIf(process.platform === 'win32');
const onLinux = test.skipIf(process.platform !== 'linux');

type Options = { readonly cwd?: string; readonly timeoutMs?: number; readonly stopAt?: string };

/** `stopAt`: the run is stopped when this has been printed. */
async function run(workspace: LocalWorkspace, command: string, { cwd, timeoutMs = 30_000, stopAt }: Options = {}) {
  const controller = new AbortController();
  let printed = '';
  const onOutput = (text: string): void => {
    printed += text;
    if (stopAt !== undefined && printed.includes(stopAt)) controller.abort();
  };
  const result = await workspace.run(command, { cwd, timeoutMs, signal: controller.signal, onOutput });
  return { end: withoutDuration(result), printed };
}

function withoutDuration(result: Result<CommandEnd>): unknown {
  if (!result.ok) return result.error;
  const { durationMs, ...rest } = result.value;
  expect(durationMs).toBeGreaterThanOrEqual(0);
  return rest;
}

const DONE = { ended: 'exit', exitCode: 0, leftovers: 0 };

/** Those of the processes whose ids a command has written to `pids` that still run. */
async function survivors(root: string): Promise<readonly number[]> {
  const pids = (await readFile(join(root, 'pids'), 'utf8')).trim().split(/\s+/).map(Number);
  expect(pids.length).toBeGreaterThan(1);
  const running = new Set((await runningProcesses()).map(({ pid }) => pid));
  return pids.filter((pid) => running.has(pid));
}

onPosix('both outputs come in order, with the exit code', async () => {
  const { workspace } = await tempWorkspace();
  const { end, printed } = await run(workspace, 'for i in 1 2 3; do echo "out $i"; echo "err $i" >&2; done; exit 3');
  const output = 'out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n';
  expect(end).toEqual({ ...DONE, exitCode: 3, output });
  expect(printed).toBe(output);
});

onPosix('it starts in the folder that was named, without standard input', async () => {
  const { root, workspace, put } = await tempWorkspace();
  await put({ 'sub/a.txt': '' });
  expect((await run(workspace, 'pwd; cat; ls', { cwd: 'sub' })).end).toEqual({
    ...DONE,
    output: `${root}/sub\na.txt\n`,
  });
  expect((await run(workspace, 'pwd', { cwd: 'sub/a.txt' })).end).toMatchObject({ code: 'not_a_folder' });
  expect((await run(workspace, 'pwd', { cwd: 'other' })).end).toMatchObject({ code: 'not_found' });
});

onPosix('its variables are those of the workspace', async () => {
  const { root, put } = await tempWorkspace();
  await put({ 'bin/greet': '#!/bin/sh\necho hello $NAME\n' });
  const workspace = new LocalWorkspace({ root, path: [join(root, 'bin')], env: { NAME: 'you' } });
  const { end } = await run(workspace, 'chmod +x bin/greet; greet');
  expect(end).toEqual({ ...DONE, output: 'hello you\n' });
});

onPosix('quotes, dollars and line breaks reach the shell as they are', async () => {
  const { workspace } = await tempWorkspace();
  const { end } = await run(workspace, `x='a "b" $c'\necho "$x \`echo d\`" '"'\ncat <<'END'\n$x\nEND`);
  expect(end).toEqual({ ...DONE, output: 'a "b" $c d "\n$x\n' });
});

onPosix('a broken command is one that fails', async () => {
  const { workspace } = await tempWorkspace();
  const { end } = await run(workspace, 'echo "never closed');
  expect(end).toMatchObject({ ended: 'exit', exitCode: 2 });
  expect((await run(workspace, 'echo a\0b')).end).toMatchObject({ code: 'bad_command' });
  expect((await run(workspace, `: ${'x'.repeat(3_000_000)}`)).end).toMatchObject({ code: 'command_not_started' });
});

onPosix('a character that comes in two pieces is put together', async () => {
  const { workspace } = await tempWorkspace();
  const { end, printed } = await run(workspace, String.raw`printf '\342\202'; sleep 0.1; printf '\254'; printf '\342'`);
  expect(end).toEqual({ ...DONE, output: '€\uFFFD' });
  expect(printed).toBe('€\uFFFD');
});

onPosix('of a huge output beginning and end are kept', async () => {
  const { workspace } = await tempWorkspace();
  const { end } = await run(workspace, `echo first; head -c 20000000 /dev/zero | tr '\\0' 'x'; echo; echo last`);
  expect(end).toMatchObject({
    ended: 'exit',
    output: expect.stringMatching(/^first\nx+\n… 19,952,012 bytes left out …\nx+\nlast\n$/),
  });
});

onPosix('it cannot end the program that runs it by way of its parent', async () => {
  const { workspace } = await tempWorkspace();
  const { end } = await run(workspace, `test $PPID != ${process.pid} && kill -9 $PPID; sleep 60`);
  expect(end).toMatchObject({ ended: 'signal', signalName: 'SIGKILL' });
});

onPosix.each([1, 127, 129, 130, 255])('its own exit code %i is no signal', async (exitCode) => {
  const { workspace } = await tempWorkspace();
  expect((await run(workspace, `exit ${exitCode}`)).end).toEqual({ ...DONE, exitCode, output: '' });
});

onPosix('a signal that ends it is named', async () => {
  const { workspace } = await tempWorkspace();
  const { end } = await run(workspace, 'echo a; kill -SEGV $$');
  expect(end).toEqual({ ended: 'signal', exitCode: null, signalName: 'SIGSEGV', output: 'a\n', leftovers: 0 });
});

onPosix('what it leaves in the background neither holds it up nor outlives it', async () => {
  const { root, workspace } = await tempWorkspace();
  const { end } = await run(workspace, 'sleep 300 & echo $! >> pids; sleep 300 & echo $! >> pids; echo started');
  expect(end).toEqual({ ...DONE, output: 'started\n', leftovers: 2 });
  expect(await survivors(root)).toEqual([]);
});

onPosix('what is about to end may do so', async () => {
  const { workspace } = await tempWorkspace();
  const { end } = await run(workspace, 'echo a > >(sleep 0.05; cat)');
  expect(end).toEqual({ ...DONE, output: 'a\n' });
});

const TREE = `
  sh -c 'echo $$ >> pids; sleep 300 & echo $! >> pids; wait' &
  bash -c 'trap "" TERM; echo $$ >> pids; while :; do sleep 0.2; done' &
  sleep 300 & echo $! >> pids
  while [ "$(wc -l < pids)" -lt 4 ]; do sleep 0.02; done
  echo ready
  wait`;

onPosix('a stop ends the whole tree, also what does not listen', async () => {
  const { root, workspace } = await tempWorkspace({ pids: '' });
  const { end } = await run(workspace, TREE, { stopAt: 'ready' });
  expect(end).toEqual({ ended: 'stopped', exitCode: null, output: 'ready\n', leftovers: 0 });
  expect(await survivors(root)).toEqual([]);
});

onPosix('a timeout does so, too', async () => {
  const { root, workspace } = await tempWorkspace({ pids: '' });
  const { end } = await run(workspace, TREE.replace('wait', 'sleep 300'), { timeoutMs: 1500 });
  expect(end).toMatchObject({ ended: 'timeout', exitCode: null });
  expect(await survivors(root)).toEqual([]);
});

const ESCAPING = `
  setsid sleep 300 & echo $! >> pids
  (setsid sh -c 'echo $$ >> pids; exec sleep 300' &)
  (setsid bash -c 'trap "" TERM; echo $$ >> pids; while :; do sleep 0.2; done' &)
  (env -u RUNLIGHT_COMMAND sh -c 'echo $$ >> pids; exec sleep 300' &)
  while [ "$(wc -l < pids)" -lt 4 ]; do sleep 0.02; done
  echo ready
`;

onLinux('what has left the session and lost its parent is found, on a stop', async () => {
  const { root, workspace } = await tempWorkspace({ pids: '' });
  const { end } = await run(workspace, `${ESCAPING} wait; sleep 300`, { stopAt: 'ready' });
  expect(end).toMatchObject({ ended: 'stopped', output: 'ready\n' });
  expect(await survivors(root)).toEqual([]);
});

onLinux('what has left the session and lost its parent is found, after the end', async () => {
  const { root, workspace } = await tempWorkspace({ pids: '' });
  const { end } = await run(workspace, ESCAPING);
  expect(end).toMatchObject({ ended: 'exit', exitCode: 0, output: 'ready\n' });
  expect(await survivors(root)).toEqual([]);
});

onPosix('processes of others are left alone', async () => {
  const { workspace } = await tempWorkspace();
  const before = await runningProcesses();
  const own = before.find(({ pid }) => pid === process.pid);
  await run(workspace, 'sleep 300 & echo ready; wait', { stopAt: 'ready' });
  const after = await runningProcesses();
  expect(after.find(({ pid }) => pid === process.pid)).toEqual(own);
});

test('after a stop nothing is started', async () => {
  const { workspace } = await tempWorkspace();
  const signal = AbortSignal.abort();
  expect(await workspace.run('echo a > started', { timeoutMs: 1000, signal, onOutput: () => undefined })).toEqual({
    ok: true,
    value: { ended: 'stopped', exitCode: null, output: '', durationMs: 0, leftovers: 0 },
  });
  expect(await workspace.list('.', { depth: 1, limit: 1 })).toMatchObject({ value: { entries: [] } });
});
