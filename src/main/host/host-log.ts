import { join } from 'node:path';
import logger from 'electron-log/node';
import type { Log } from '../lib/log.ts';
import { described } from '../lib/thrown.ts';

const MAX_LOG_BYTES = 5 * 1024 * 1024;

export function logFolder(home: string): string {
  return join(home, 'logs');
}

/** Writes to `<home>/logs/<name>.log`, with errors in the terminal too. The file before the last 5 MiB is kept as `.old`. */
export function openLog(home: string, name: string): Log {
  const log = logger.create({ logId: name });
  // Without a name of its own it looks for one in the current folder, and writes nothing where it finds none.
  log.transports.file.setAppName('Runlight');
  log.transports.file.resolvePathFn = () => join(logFolder(home), `${name}.log`);
  log.transports.file.maxSize = MAX_LOG_BYTES;
  log.transports.file.level = 'info';
  log.transports.console.level = 'error';
  return (level, message, fields) => {
    if (fields === undefined) log[level](message);
    else log[level](message, fields);
  };
}

/** Tells the log of what no code has caught. After an exception the program's state is unknown: `stop` must end it. */
export function logUncaught(log: Log, stop: () => void): void {
  process.on('unhandledRejection', (reason) => log('error', 'unhandled rejection', { error: described(reason) }));
  process.on('uncaughtException', (error) => {
    log('error', 'uncaught exception', { error: described(error) });
    stop();
  });
}
