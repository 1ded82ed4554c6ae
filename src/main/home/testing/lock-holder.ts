// Started by lock.test.ts: takes the lock, keeps no reference to it, says how that went, and stays until its input ends.
import { lockHome } from '../lock.ts';

const said = codeOf(lockHome(process.argv[2] ?? ''));
// Given by --expose-gc.
globalThis.gc?.();
process.stdout.write(`${said}\n`);
process.stdin.resume();

function codeOf(result: ReturnType<typeof lockHome>): string {
  return result.ok ? 'locked' : result.error.code;
}
