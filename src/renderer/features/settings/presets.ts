import type { ProviderKind } from '../../../shared/models/provider-kind.ts';

export type PresetId = 'anthropic' | 'openai' | 'google' | 'openrouter' | 'ollama' | 'lm-studio' | 'vllm' | 'custom';

type Preset = {
  readonly id: PresetId;
  readonly name: string;
  /** What tells it from the others in the list. */
  readonly hint: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  /** The variable of the environment that its key is taken from when none is entered. */
  readonly keyVariable?: string;
};

/** Where models usually come from. */
export const PRESETS: readonly Preset[] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    hint: 'Claude',
    kind: 'anthropic',
    baseUrl: '',
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  { id: 'openai', name: 'OpenAI', hint: 'GPT', kind: 'openai', baseUrl: '', keyVariable: 'OPENAI_API_KEY' },
  {
    id: 'google',
    name: 'Google',
    hint: 'Gemini',
    kind: 'google',
    baseUrl: '',
    keyVariable: 'GEMINI_API_KEY',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    hint: 'many models, one key',
    kind: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
  },
  {
    id: 'ollama',
    name: 'Ollama',
    hint: 'on this machine',
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:11434/v1',
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    hint: 'on this machine',
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
  },
  { id: 'vllm', name: 'vLLM', hint: 'on this machine', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:8000/v1' },
  { id: 'custom', name: 'Custom', hint: 'any OpenAI-compatible address', kind: 'openai-compatible', baseUrl: '' },
];

const CUSTOM = 'custom';

export function presetWith(id: PresetId): Preset | undefined {
  return PRESETS.find((preset) => preset.id === id);
}

/** The preset that an address is of: by its kind or, of those that share one, by where it is. */
export function presetOf({ kind, baseUrl }: { readonly kind: ProviderKind; readonly baseUrl: string }): PresetId {
  const same = PRESETS.filter((preset) => preset.kind === kind);
  if (same.length === 1) return same[0]?.id ?? CUSTOM;
  return same.find((preset) => preset.baseUrl === baseUrl.trim().replace(/\/+$/, ''))?.id ?? CUSTOM;
}

/** The address moved to a preset. A name that the person gave it stays. */
export function withPreset<
  Form extends { readonly name: string; readonly kind: ProviderKind; readonly baseUrl: string },
>(form: Form, id: PresetId): Form {
  const preset = presetWith(id);
  if (preset === undefined) return form;
  const named = form.name.trim() !== '' && !PRESETS.some(({ name }) => name === form.name);
  const name = named ? form.name : id === CUSTOM ? '' : preset.name;
  return { ...form, name, kind: preset.kind, baseUrl: preset.baseUrl };
}
