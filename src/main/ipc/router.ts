import type { z } from 'zod';
import { requests, type Answer, type ParsedInput, type RequestName } from '../../shared/ipc/contract.ts';
import { fail, type Result } from '../../shared/lib/result.ts';
import type { Log } from '../lib/log.ts';
import { described, thrownMessage } from '../lib/thrown.ts';
import { isStoreError, storeFailure } from '../threads/failures.ts';

/** Who asks: one window's line to the engine. */
export type Client = {
  /** Threads whose entries and live text it gets. */
  readonly followed: Set<string>;
};

/** One handler per request of the contract: leaving one out does not compile. */
export type Handlers = {
  readonly [K in RequestName]: (
    input: ParsedInput<K>,
    client: Client,
  ) => Result<Answer<K>> | Promise<Result<Answer<K>>>;
};

export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<RequestName, `${Prefix}.${string}`>>;

/** Parses, calls, answers. Never rejects: what a window gets is always a Result. */
export async function route(
  handlers: Handlers,
  client: Client,
  name: string,
  input: unknown,
  log: Log,
): Promise<Result<unknown>> {
  if (!isRequestName(name)) return fail('bad_request', `There is no request called ${JSON.stringify(name)}`);
  try {
    return await handle(handlers, client, name, input);
  } catch (error) {
    log('error', 'A request handler threw', { name, error: described(error) });
    if (isStoreError(error)) return { ok: false, error: storeFailure(error) };
    return fail('bug', `Runlight failed at ${name}: ${thrownMessage(error)}`);
  }
}

/** A person can write too much: they read these words. All else that breaks the contract is a program's doing. */
function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (!isTooLong(issue)) return undefined;
  return `This is too long: write ${Number(issue.maximum).toLocaleString('en')} characters at most`;
}

function isTooLong(issue: z.core.$ZodRawIssue | z.core.$ZodIssue | undefined): boolean {
  return issue?.code === 'too_big' && issue.origin === 'string';
}

function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(requests, name);
}

async function handle(handlers: Handlers, client: Client, name: RequestName, input: unknown): Promise<Result<unknown>> {
  const parsed = requests[name].input.safeParse(input, { error: plainWords });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = isTooLong(issue) ? '' : (issue?.path.join('.') ?? '');
    return fail('bad_request', issue?.message ?? 'Bad input', where === '' ? undefined : `Look at: ${where}`);
  }
  // Each handler takes what the schema of its own name has parsed: a pairing that only the contract knows.
  const handler = handlers[name] as (input: unknown, client: Client) => Result<unknown> | Promise<Result<unknown>>;
  return handler(parsed.data, client);
}
