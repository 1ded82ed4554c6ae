import type { ProviderKind } from '../../shared/models/provider-kind.ts';

export type Maker = 'anthropic' | 'openai' | 'google';

/** Who is asked, and for which model. */
export type ModelPlace = { readonly kind: ProviderKind; readonly baseUrl: string; readonly modelName: string };

/** Makers' own hosts that also speak chat completions, so that their models may stand behind a compatible address. */
const MAKER_HOSTS: { readonly [host: string]: Maker } = {
  'api.anthropic.com': 'anthropic',
  'api.openai.com': 'openai',
  'generativelanguage.googleapis.com': 'google',
};

/** Dated snapshots are what their model is: `-20251001`, `-2025-08-07`. */
const SNAPSHOT = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/;

/**
 * What a table of the makers' models says of one; `undefined` when it says nothing.
 *
 * - An address of kind anthropic, openai or google serves its maker's models, whatever its host: gateways pass on.
 * - A compatible address does only when its host is a maker's own. The same name elsewhere may be anything.
 * - The model's name must be in the table, whole or with the date of a snapshot behind it.
 */
export function knownOf<T>(
  table: { readonly [K in Maker]: { readonly [model: string]: T } },
  { kind, baseUrl, modelName }: ModelPlace,
): T | undefined {
  const maker = kind === 'openai-compatible' ? MAKER_HOSTS[URL.parse(baseUrl)?.hostname ?? ''] : kind;
  if (maker === undefined) return undefined;
  const known = table[maker];
  const name = [modelName, modelName.replace(SNAPSHOT, '')].find((name) => Object.hasOwn(known, name));
  return name === undefined ? undefined : known[name];
}
