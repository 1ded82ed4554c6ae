import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toolSchema } from '../../agent/tool.ts';
import { tempWorkspace } from '../testing/temp-workspace.ts';
import { callTool } from '../testing/call-tool.ts';
import { workspaceTools } from './workspace-tools.ts';

const onPosix = test.skipIf(process.platform === 'win32');

test('the tools, and which may run side by side', () => {
  const tools = workspaceTools();
  expect(tools.map(({ name, concurrency }) => `${name} ${concurrency}`)).toEqual([
    'list_files parallel',
    'read_file parallel',
    'write_file exclusive',
    'edit_file exclusive',
    'search_files parallel',
    'run_command exclusive',
  ]);
});

test('every argument is explained to the model, and no other is taken', () => {
  for (const tool of workspaceTools()) {
    const { parameters, description } = toolSchema(tool);
    expect(description.length).toBeGreaterThan(80);
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
    const properties = 'properties' in parameters ? Object.values(parameters.properties ?? {}) : [];
    expect(properties.length).toBeGreaterThan(1);
    for (const property of properties) expect(property).toMatchObject({ description: expect.stringMatching(/\.$/) });
  }
});

test('only commands need approval, unless all are allowed', () => {
  const asking = (commands?: 'ask' | 'allow') =>
    workspaceTools({ commands }).filter((tool) => tool.needsApproval?.({} as never) === true);
  expect(asking().map(({ name }) => name)).toEqual(['run_command']);
  expect(asking('ask').map(({ name }) => name)).toEqual(['run_command']);
  expect(asking('allow')).toEqual([]);
});

test.each(['list_files', 'run_command'])('%s without a workspace says so', async (name) => {
  const input = name === 'list_files' ? {} : { command: 'true' };
  expect(await callTool(undefined, name, input)).toEqual({
    content: 'This agent has no workspace folder, so there are no files to work with. Choose a folder for the run.',
    isError: true,
  });
});

test('list_files', async () => {
  const { workspace } = await tempWorkspace({ 'src/a.ts': 'abc', 'b.md': 'x'.repeat(1234), 'node_modules/x/y': '' });
  const list = async (input: object) => (await callTool(workspace, 'list_files', input)).content;
  expect(await list({})).toBe('b.md (1,234 bytes)\nnode_modules/\nsrc/');
  expect(await list({ path: 'src' })).toBe('src/a.ts (3 bytes)');
  expect(await list({ recursive: true })).toBe(
    'b.md (1,234 bytes)\nnode_modules/ (contents not listed)\nsrc/\nsrc/a.ts (3 bytes)',
  );
  expect(await list({ recursive: true, limit: 1 })).toBe('b.md (1,234 bytes)\n… 3 more');
  expect(await list({ recursive: true, depth: 1 })).toBe('b.md (1,234 bytes)\nnode_modules/\nsrc/');
  expect(await callTool(workspace, 'list_files', { path: 'lib' })).toEqual({
    content: '"lib" does not exist. There is no "lib" in the workspace\'s folder.',
    isError: true,
  });
});

onPosix('list_files of names that would forge a line', async () => {
  const { workspace } = await tempWorkspace({ 'a\nb (9 bytes)': '' });
  expect((await callTool(workspace, 'list_files', {})).content).toBe('"a\\nb (9 bytes)" (0 bytes)');
});

test.each([
  ['a\nb\n', {}, 'a\nb\n'],
  ['a\nb', {}, '[no line ending at the end]\na\nb\n'],
  ['', {}, 'The file is empty.'],
  ['a\r\nb\r\n', {}, '[CRLF line endings]\na\nb\n'],
  ['a\r\nb\n', {}, '[mixed CRLF and LF line endings]\na\nb\n'],
  ['\uFEFFa\n', {}, '[starts with a byte order mark]\na\n'],
  ['1\n2\n3\n4\n', { offset: 2, limit: 2 }, '[lines 2–3 of 4, read on with offset 4]\n2\n3\n'],
  ['1\r\n2\r\n3\r\n', { offset: 3 }, '[lines 3–3 of 3; CRLF line endings]\n3\n'],
  [Uint8Array.of(0, 1, 2), {}, 'binary file, 3 bytes'],
])('read_file of %j with %j', async (content, range, expected) => {
  const { workspace } = await tempWorkspace({ f: content });
  expect(await callTool(workspace, 'read_file', { path: 'f', ...range })).toEqual({ content: expected });
});

test('read_file past the end', async () => {
  const { workspace } = await tempWorkspace({ f: '1\n' });
  expect(await callTool(workspace, 'read_file', { path: 'f', offset: 5 })).toEqual({
    content: '"f" has 1 line: nothing starts at line 5.',
    isError: true,
  });
});

test('write_file creates, replaces, and leaves alone what is the same', async () => {
  const { root, workspace } = await tempWorkspace();
  const write = (content: string) => callTool(workspace, 'write_file', { path: './src/a.ts', content });
  expect(await write('a\nb\n')).toEqual({
    content: 'Created "./src/a.ts" (4 bytes, 2 lines).',
    details: {
      kind: 'file_change',
      path: 'src/a.ts',
      created: true,
      diff: '@@ -0,0 +1,2 @@\n+a\n+b\n',
      added: 2,
      removed: 0,
    },
  });
  expect(await write('a\nc\n')).toEqual({
    content: 'Replaced "./src/a.ts" (4 bytes, +1 −1 lines).',
    details: {
      kind: 'file_change',
      path: 'src/a.ts',
      created: false,
      diff: '@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
      added: 1,
      removed: 1,
    },
  });
  expect(await write('a\nc\n')).toEqual({ content: '"./src/a.ts" is unchanged: it has this content.' });
  expect(await readFile(join(root, 'src/a.ts'), 'utf8')).toBe('a\nc\n');
});

test('write_file replaces a binary file without comparing', async () => {
  const { root, workspace } = await tempWorkspace({ 'a.bin': Uint8Array.of(0, 1) });
  expect(await callTool(workspace, 'write_file', { path: 'a.bin', content: 'text' })).toEqual({
    content: 'Replaced "a.bin" (4 bytes).',
    details: { kind: 'file_change', path: 'a.bin', created: false, diff: '', added: 0, removed: 0 },
  });
  expect(await readFile(join(root, 'a.bin'), 'utf8')).toBe('text');
});

test('edit_file keeps line endings and byte order mark', async () => {
  const { root, workspace } = await tempWorkspace({ 'a.txt': '\uFEFFone\r\ntwo\r\nthree\r\n' });
  const edit = { path: 'a.txt', old_text: 'one\ntwo', new_text: '1\n$&\n2' };
  expect(await callTool(workspace, 'edit_file', edit)).toMatchObject({
    content: 'Changed "a.txt" (+3 −2 lines).',
    details: { kind: 'file_change', path: 'a.txt', created: false, added: 3, removed: 2 },
  });
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('\uFEFF1\r\n$&\r\n2\r\nthree\r\n');
});

test('edit_file says how many places it changed, or why none', async () => {
  const { root, workspace } = await tempWorkspace({ 'a.txt': 'x x x\n', 'b.bin': Uint8Array.of(0) });
  const edit = (input: object) =>
    callTool(workspace, 'edit_file', { path: 'a.txt', old_text: 'x', new_text: 'y', ...input });
  expect(await edit({})).toEqual({
    content:
      'old_text is in "a.txt" 3 times: line 1. Add lines around it until it is the only one, or set replace_all.',
    isError: true,
  });
  expect((await edit({ path: 'b.bin' })).content).toBe('"b.bin" is a binary file, 1 byte.');
  expect((await edit({ path: 'c.txt' })).isError).toBe(true);
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('x x x\n');
  expect((await edit({ replace_all: true })).content).toBe('Changed "a.txt" in 3 places (+1 −1 lines).');
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('y y y\n');
});

test('search_files', async () => {
  const { workspace } = await tempWorkspace({
    'a.txt': 'one\ntwo\nthree\nfour\nfive\n',
    'b/c.txt': 'two\n',
    'd.bin': Uint8Array.of(0),
  });
  const search = async (input: object) => (await callTool(workspace, 'search_files', input)).content;
  expect(await search({ query: 'two' })).toBe(
    'a.txt:2: two\nb/c.txt:1: two\n[2 matching lines in 2 files; searched 2 files; passed over 1 binary file]',
  );
  expect(await search({ query: '^(ONE|five)', path: 'a.txt', context: 1, ignore_case: true })).toBe(
    '--\na.txt:1: one\na.txt-2- two\n--\na.txt-4- four\na.txt:5: five\n[2 matching lines in 1 file; searched 1 file]',
  );
  expect(await search({ query: 't.o', literal: true })).toBe(
    '[No matches; searched 2 files; passed over 1 binary file]',
  );
  expect(await search({ query: 't', limit: 1, path: 'a.txt' })).toBe(
    'a.txt:2: two\n[1 matching line in 1 file; searched 1 file. There are more: narrow the query, path or glob, or raise limit]',
  );
});

onPosix('run_command answers exit code and output, and shows the output as it comes', async () => {
  const { workspace } = await tempWorkspace({ 'sub/a.txt': '' });
  const printed: string[] = [];
  const run = (input: object) => callTool(workspace, 'run_command', input, { print: (text) => printed.push(text) });
  const details = (command: string, exitCode: number) => {
    return { kind: 'command', command, exitCode, ended: 'exit', durationMs: expect.any(Number) };
  };
  expect(await run({ command: 'ls; echo oops >&2; exit 2', cwd: 'sub' })).toEqual({
    content: 'exit code 2\na.txt\noops',
    isError: false,
    details: details('ls; echo oops >&2; exit 2', 2),
  });
  expect(printed.join('')).toBe('a.txt\noops\n');
  expect(await run({ command: 'true' })).toEqual({
    content: 'exit code 0\n(no output)',
    isError: false,
    details: details('true', 0),
  });
  expect((await run({ command: 'sleep 300 & echo a' })).content).toBe(
    'exit code 0; 1 process left running in the background ended too\na',
  );
});

onPosix('run_command that is cut short is an error that says why', async () => {
  const { workspace } = await tempWorkspace();
  expect(
    await callTool(workspace, 'run_command', { command: 'echo a; sleep 300', timeout_seconds: 0.5 }),
  ).toMatchObject({
    content: 'ended after the time limit of 0.5 seconds\na',
    isError: true,
    details: { ended: 'timeout', exitCode: null },
  });
  const controller = new AbortController();
  const stopping = callTool(
    workspace,
    'run_command',
    { command: 'echo a; sleep 300' },
    { signal: controller.signal, print: () => controller.abort() },
  );
  expect(await stopping).toMatchObject({
    content: 'stopped before it was done\na',
    isError: true,
    details: { ended: 'stopped', exitCode: null },
  });
});
