import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { askEngine } from '../connect/attach/ask-engine.ts';
import { develop } from '../connect/code/develop.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { failureLine } from '../host/failure-line.ts';
import { chosenHome } from '../host/home-folder.ts';
import { EXIT_USAGE, type Command, type World } from './world.ts';
import { thrownMessage } from '../lib/thrown.ts';

const USAGE = 'runlight dev FILE|FOLDER [--home DIR] [--port N]';

/** Lends the agents in a file or folder to Runlight, and starts Runlight where none is running. */
export const dev: Command = {
  usage: USAGE,
  summary: 'offers the agents that your code exports in New run, and follows every save',
  async run(args, world) {
    const given = parse(args);
    if (!given.ok) {
      world.printError(`${failureLine(given.error)}\n`);
      return EXIT_USAGE;
    }
    const built = await world.build(['lib']);
    return built === 0 ? lend(given.value, world) : built;
  },
};

type DevArguments = { readonly path: string; readonly home: string; readonly port?: string };

function parse(args: readonly string[]): Result<DevArguments> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { home: { type: 'string' }, port: { type: 'string' } },
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0)
      return fail('bad_arguments', 'Name one file or folder', `Usage: ${USAGE}`);
    if (!existsSync(path))
      return fail('bad_arguments', `There is no file or folder ${resolve(path)}`, `Usage: ${USAGE}`);
    return ok({ path: resolve(path), home: chosenHome(values.home), port: values.port });
  } catch (error) {
    return fail('bad_arguments', thrownMessage(error), `Usage: ${USAGE}`);
  }
}

async function lend({ path, home, port }: DevArguments, world: World): Promise<number> {
  const { print, printError } = world;
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const running = await askEngine(home, 'app.link', {});
  let code = 0;
  let host: ReturnType<World['serve']> | undefined;
  if (running.ok) {
    print(`Runlight is at ${running.value.url}`);
  } else if (running.error.code === 'no_engine') {
    code = await world.build(['renderer']);
    if (code !== 0) return code;
    host = world.serve(['--home', home, ...(port === undefined ? [] : ['--port', port])]);
    void host.ended.then((ended) => {
      code = ended;
      stop.abort();
    });
  } else if (running.error.code !== 'no_link') {
    printError(`${failureLine(running.error)}\n`);
    return 1;
  }
  await develop({ path, home, print, printError, signal: stop.signal });
  host?.stop();
  await host?.ended;
  return code;
}
