import { knownOf, type Maker, type ModelPlace } from './makers.ts';

/** When the table below was last compared with what the makers publish. */
export const WINDOWS_DATE = '2026-11-30';

const K200 = 200_000;
const M1 = 1_000_000;

/** Tokens that a request may hold. Of models that count input and output apart, those of the input. */
const WINDOWS: { readonly [K in Maker]: { readonly [model: string]: number } } = {
  anthropic: {
    'claude-fable-5-1': M1,
    'claude-opus-5-5': M1,
    'claude-opus-5': M1,
    'claude-opus-4-8': M1,
    'claude-opus-4-7': M1,
    'claude-opus-4-6': M1,
    'claude-opus-4-5': K200,
    'claude-opus-4-1': K200,
    'claude-sonnet-5-5': M1,
    'claude-sonnet-5': M1,
    'claude-sonnet-4-6': M1,
    'claude-sonnet-4-5': K200,
    'claude-haiku-5-5': M1,
    'claude-haiku-4-5': K200,
  },
  openai: {
    'gpt-6.1-sol': 922_000,
    'gpt-6.1-terra': 922_000,
    'gpt-6-sol': 922_000,
    'gpt-6-luna': 922_000,
    'gpt-5.2': 272_000,
    'gpt-5.1': 272_000,
    'gpt-5': 272_000,
    'gpt-5-mini': 272_000,
    'gpt-5-nano': 272_000,
    'gpt-4.1': 1_047_576,
    'gpt-4.1-mini': 1_047_576,
    'gpt-4.1-nano': 1_047_576,
    'gpt-4o': 128_000,
    'gpt-4o-mini': 128_000,
    o3: K200,
    'o4-mini': K200,
  },
  google: {
    'gemini-3.1-pro-preview': 1_048_576,
    'gemini-3-pro-preview': 1_048_576,
    'gemini-3-flash-preview': 1_048_576,
    'gemini-2.5-pro': 1_048_576,
    'gemini-2.5-flash': 1_048_576,
    'gemini-2.5-flash-lite': 1_048_576,
  },
};

/** Tokens that a model can read, by the table; `undefined` when it does not know. */
export function windowOf(place: ModelPlace): number | undefined {
  return knownOf(WINDOWS, place);
}
