import { once } from 'node:events';
import type { Failure } from '../../shared/lib/result.ts';
import { EXPORT_USAGE, runExport } from './export.ts';

/** The `runlight` command. */
export async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command !== 'export' || rest.includes('--help')) {
    process.stdout.write(`${EXPORT_USAGE}\n`);
    process.exitCode = command === 'export' || command === undefined || command === '--help' ? 0 : 2;
    return;
  }
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const done = await runExport(rest, {
    async write(text) {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    },
    tell: (line) => process.stderr.write(`${line}\n`),
    signal: interrupt.signal,
  });
  if (!done.ok) refuse(done.error);
}

function refuse({ code, message, hint }: Failure): void {
  process.stderr.write(`Runlight: ${message}${hint === undefined ? '' : `\n${hint}`}\n`);
  process.exitCode = code === 'bad_arguments' ? 2 : 1;
}
