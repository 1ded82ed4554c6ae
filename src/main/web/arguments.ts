import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../shared/lib/result.ts';

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
  if (port !== undefined && !/^\d{1,5}$/.test(port)) return badPort(port);
  const number = port === undefined ? undefined : Number(port);
  if (number !== undefined && number > 65_535) return badPort(String(number));
  return ok({
    ...(home === undefined ? {} : { home }),
    ...(number === undefined ? {} : { port: number }),
    ...(renderer === undefined ? {} : { renderer: resolve(renderer) }),
    ...(devServer === undefined ? {} : { devServer }),
  });
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
    return fail('bad_arguments', error instanceof Error ? error.message : String(error), USAGE);
  }
}

function badPort(port: string) {
  return fail('bad_arguments', `--port must be a number from 0 to 65535, got ${JSON.stringify(port)}`, USAGE);
}
