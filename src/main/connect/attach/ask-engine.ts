import type { Answer, RequestInput, RequestName } from '../../../shared/ipc/contract.ts';
import type { Result } from '../../../shared/lib/result.ts';
import { dialWindow } from './window-line.ts';

/** Asks the engine that runs on `home` one thing. Fails with `no_engine` where there is none. */
export async function askEngine<K extends RequestName>(
  home: string,
  name: K,
  input: RequestInput<K>,
): Promise<Result<Answer<K>>> {
  const line = await dialWindow(
    home,
    () => undefined,
    () => undefined,
  );
  if (!line.ok) return line;
  const answer = await line.value.request(name, input);
  line.value.close();
  // The engine's handlers answer as the contract says.
  return answer as Result<Answer<K>>;
}
