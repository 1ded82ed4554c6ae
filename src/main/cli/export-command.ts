import { once } from 'node:events';
import { failureText } from '../host/failure-line.ts';
import { EXPORT_USAGE, runExport } from './export.ts';
import { EXIT_USAGE, type Command } from './world.ts';

/** Writes a thread to a file or to the terminal, where Ctrl+C leaves nothing half written. */
export const exportCommand: Command = {
  usage: 'runlight export THREAD [flags]',
  summary: 'writes a thread as JSON or Markdown; "runlight export --help" lists the flags',
  async run(args, world) {
    if (args.includes('--help')) {
      world.print(EXPORT_USAGE);
      return 0;
    }
    const interrupt = new AbortController();
    process.once('SIGINT', () => interrupt.abort());
    const done = await runExport(args, {
      async write(text) {
        if (!process.stdout.write(text)) await once(process.stdout, 'drain');
      },
      tell: (line) => world.printError(`${line}\n`),
      signal: interrupt.signal,
    });
    if (done.ok) return 0;
    world.printError(`${failureText(done.error)}\n`);
    return done.error.code === 'bad_arguments' ? EXIT_USAGE : 1;
  },
};
