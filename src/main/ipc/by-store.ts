import { isRecord } from '../../shared/lib/json.ts';
import type { Store } from '../threads/open.ts';
import type { Stores } from '../threads/stores.ts';
import type { Client } from './router.ts';

type Handler = (input: unknown, client: Client) => unknown;

/** Handlers of requests about single threads: each request goes to those that `make` made for the store of its thread. */
export function byStore<H extends object>(stores: Stores, make: (store: Store) => H): H {
  const saved = make(stores.home);
  const unsaved = new Map(Object.entries(make(stores.unsaved)));
  return Object.fromEntries(
    Object.entries(saved).map(([name, handler]: [string, Handler]): [string, Handler] => [
      name,
      (input, client) => {
        const chosen = storeFor(stores, input) === stores.home ? handler : (unsaved.get(name) as Handler);
        return chosen(input, client);
      },
    ]),
  ) as H;
}

/** What a request is about, by the name that the contract has for it. */
const SUBJECTS = ['threadId', 'runId', 'entryId', 'id'] as const;

function storeFor(stores: Stores, input: unknown): Store {
  if (!isRecord(input)) return stores.home;
  if (input.saveHistory === false) return stores.unsaved;
  const about = SUBJECTS.map((name) => input[name]).find((id) => typeof id === 'string');
  return typeof about === 'string' ? stores.of(about) : stores.home;
}
