import type { Push } from '../../../shared/ipc/contract.ts';
import type { Result } from '../../../shared/lib/result.ts';
import type { Connection } from '../../ipc/connection.ts';
import { dial } from '../socket/dial.ts';

/** A window's line to the engine that runs on `home` in another program. `onEnd` tells that it broke. */
export async function dialWindow(
  home: string,
  push: (push: Push) => void,
  onEnd: () => void,
): Promise<Result<Connection>> {
  const line = await dial({
    home,
    role: 'window',
    keepAlive: true,
    onRequest: () => new Promise(() => undefined),
    // The engine of the same protocol is on the other end: what it pushes is of the contract.
    onPush: (told) => push(told as Push),
  });
  if (!line.ok) return line;
  const { request, close, ended } = line.value;
  void ended.then(onEnd);
  return { ok: true, value: { request, close } };
}
