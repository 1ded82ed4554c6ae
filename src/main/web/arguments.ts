import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { thrownMessage } from '../lib/thrown.ts';

export type WebArguments = {
  readonly home?: string;
  readonly port?: number;
  /** The folder of the built renderer. */
  readonly renderer?: string;
  /** Instead of the built renderer, while Runlight itself is being developed. */
  readonly devServer?: string;
};

const USAGE = 'Flags: --home DIR, --port N (0 = any), --renderer DIR, --dev-server URL';

/** Reads what stands behind the program's name. Fails with `bad_arguments`. */
export function parseWebArguments(args: readonly string[]): Result<WebArguments> {
  const parsed = parse(args);
  if (!parsed.ok) return parsed;
  const { home, port, renderer, 'dev-server': devServer } = parsed.value;
  const number = port === undefined ? undefined : portOf(port);
  if (port !== undefined && number === undefined) return badPort(port);
  return ok({
    ...(home === undefined ? {} : { home }),
    ...(number === undefined ? {} : { port: number }),
    ...(renderer === undefined ? {} : { renderer: resolve(renderer) }),
    ...(devServer === undefined ? {} : { devServer }),
  });
}

/** The number of a port that a person has typed; `undefined` for what is none. */
export function portOf(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        home: { type: 'string' },
        port: { type: 'string' },
        renderer: { type: 'string' },
        'dev-server': { type: 'string' },
      },
    });
    return ok(values);
  } catch (error) {
    return fail('bad_arguments', thrownMessage(error), USAGE);
  }
}

function badPort(port: string) {
  return fail('bad_arguments', `--port must be a number from 0 to 65535, got ${JSON.stringify(port)}`, USAGE);
}
