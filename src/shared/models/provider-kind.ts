import { z } from 'zod';

/** Which API an address speaks. `openai` is OpenAI's own responses API; everything else speaks chat completions. */
export const ProviderKind = z.enum(['anthropic', 'openai', 'google', 'openai-compatible']);
export type ProviderKind = z.output<typeof ProviderKind>;

/** Kinds that have an address of their own: theirs may be left out. */
export type NativeKind = Exclude<ProviderKind, 'openai-compatible'>;

export const OWN_BASE_URL: { readonly [K in NativeKind]: string } = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** Where requests go: as it was entered, else the kind's own address. */
export function baseUrlOf(kind: ProviderKind, baseUrl: string): string {
  return baseUrl === '' && kind !== 'openai-compatible' ? OWN_BASE_URL[kind] : baseUrl;
}
