import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { thrownMessage } from '../../src/main/lib/thrown.ts';
import { portOf } from '../../src/main/web/arguments.ts';
import { ok, type Result } from '../../src/shared/lib/result.ts';

export const USAGE = `Usage: npm start -- [flags]

  --web        open Runlight in the browser instead of its own window
  --no-open    serve it, but open no browser
  --port N     the port to serve it on in the browser (0: any that is free)
  --home DIR   where everything is kept (else RUNLIGHT_HOME, else the system's folder for application data)
  --dev        reload on every change of the source
  --help       show this`;

export type StartArguments = {
  readonly web: boolean;
  readonly open: boolean;
  readonly port?: number;
  readonly home?: string;
  readonly dev: boolean;
  readonly help: boolean;
};

/** Fails with one sentence. */
export function parseStartArguments(args: readonly string[]): Result<StartArguments, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        web: { type: 'boolean', default: false },
        'no-open': { type: 'boolean', default: false },
        port: { type: 'string' },
        home: { type: 'string' },
        dev: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const { web, port, home, dev, help } = values;
    if (port !== undefined && portOf(port) === undefined) {
      return { ok: false, error: `--port needs a number from 0 to 65535, not ${JSON.stringify(port)}` };
    }
    if (home === '') return { ok: false, error: '--home needs a folder' };
    return ok({
      web,
      open: !values['no-open'],
      dev,
      help,
      ...(port === undefined ? {} : { port: Number(port) }),
      ...(home === undefined ? {} : { home: resolve(home) }),
    });
  } catch (error) {
    const message = thrownMessage(error);
    return { ok: false, error: message.split(/\. |\n/)[0] ?? message };
  }
}

/** The flags as the hosts take them. */
export function homeFlag({ home }: StartArguments): readonly string[] {
  return home === undefined ? [] : ['--home', home];
}

export function webFlags(args: StartArguments): readonly string[] {
  return [...homeFlag(args), ...(args.port === undefined ? [] : ['--port', String(args.port)])];
}
