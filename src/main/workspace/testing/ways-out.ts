import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempWorkspace, type TempWorkspace } from './temp-workspace.ts';

/** `outside`: a folder beside the workspace's, with a secret in it. */
export type WaysOut = TempWorkspace & { readonly outside: string };

/** A workspace with every way out that links can be, and a secret beside it. */
export async function withWaysOut(): Promise<WaysOut> {
  const made = await tempWorkspace({ 'inside.txt': 'inside', 'src/a.ts': 'a' });
  const { base, root } = made;
  const outside = join(base, 'outside');
  await mkdir(join(outside, 'folder'), { recursive: true });
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await mkdir(join(base, 'root2'));
  await writeFile(join(base, 'root2/secret.txt'), 'secret');
  const links = {
    file: join(outside, 'secret.txt'),
    relative: '../outside/secret.txt',
    folder: outside,
    parent: '..',
    'src/up': '../..',
    chain1: 'chain2',
    chain2: 'chain3',
    chain3: outside,
    dangling: join(outside, 'new.txt'),
    'dangling-inside': 'nothing.txt',
    loop: 'loop',
    system: '/',
    good: 'src',
    'good-file': 'src/a.ts',
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name));
  return { ...made, outside };
}
