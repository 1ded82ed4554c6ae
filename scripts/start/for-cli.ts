import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../../src/main/cli/world.ts';
import { startChild } from './children.ts';
import { buildStale, main } from './main.ts';

/** What the command `runlight` needs of the folder that it is in. */
export function forCli(root: string): World {
  const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    version: about.version,
    print: (line) => console.log(line),
    printError: (text) => void process.stderr.write(text),
    start: (args) => main(root, args),
    build: (parts) => buildStale(root, parts),
    serve(flags) {
      const program = join(root, 'src', 'main', 'web', 'serve.ts');
      const { child, ended } = startChild(process.execPath, [program, ...flags], {
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      return { stop: () => void child.kill(), ended: ended.then(({ code }) => code) };
    },
  };
}
