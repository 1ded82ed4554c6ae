import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../threads/testing/temporary-folder.ts';

const MIGRATOR = resolve(import.meta.dirname, '../../../examples/migrator.ts');

test('the migrator prints its plan with each change, and as it left it', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'app'));
  const write = (status: string) => ({
    calls: [{ name: 'write_todos', arguments: { todos: [{ id: 'inventory', content: 'List every test', status }] } }],
  });
  const steps = [
    write('in_progress'),
    { calls: [{ name: 'list_files', arguments: {} }] },
    write('completed'),
    { text: 'Done.' },
  ];
  writeFileSync(join(folder, 'script.json'), JSON.stringify({ steps }));
  const env = { ...process.env, RUNLIGHT_MODEL: 'scripted/script.json' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MIGRATOR], { cwd: folder, env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const rows = stdout.split('\n').filter((line) => line.includes('inventory'));
  expect(rows.map((row) => /in_progress|completed/.exec(row)?.[0])).toEqual(['in_progress', 'completed', 'completed']);
});
