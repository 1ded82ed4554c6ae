import { baseUrlOf, type NativeKind, type ProviderKind } from '../../shared/models/provider-kind.ts';
import { isOwnHost } from './own-host.ts';

/** The variables that a provider's key is looked for in, the first that is set being taken. */
const VARIABLES: { readonly [K in NativeKind | 'openrouter']: readonly string[] } = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
};

const OPENROUTER_ORIGIN = 'https://openrouter.ai';

type Place = { readonly kind: ProviderKind; readonly baseUrl: string };

/** The variables that may hold the key of an address. None where it is not the provider's own: keys go to nobody else. */
export function keyVariablesOf({ kind, baseUrl }: Place): readonly string[] {
  if (kind !== 'openai-compatible') return isOwnHost(kind, baseUrl) ? VARIABLES[kind] : [];
  return URL.parse(baseUrlOf(kind, baseUrl))?.origin === OPENROUTER_ORIGIN ? VARIABLES.openrouter : [];
}

/** The key that the environment holds for an address. */
export function environmentKey(
  place: Place,
  env: NodeJS.ProcessEnv,
): { readonly variable: string; readonly key: string } | undefined {
  for (const variable of keyVariablesOf(place)) {
    const key = env[variable]?.trim();
    if (key) return { variable, key };
  }
  return undefined;
}
