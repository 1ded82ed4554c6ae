import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import type { Json } from '../../shared/lib/json.ts';
import type { ProviderKind } from '../../shared/models/provider-kind.ts';
import type { AssistantMessage } from '../../shared/thread/message.ts';

/**
 * An answer part by part, with what the provider wants back of each: signatures, encrypted reasoning, ids. The words are
 * in the message already: `chars` UTF-16 code units of its reasoning, or of its text, from where the part before ended.
 * Calls follow each other as in the message.
 */
const Part = z.object({
  type: z.enum(['reasoning', 'text', 'call']),
  chars: z.number(),
  data: z.custom<SharedV4ProviderOptions>().optional(),
});
type Part = z.output<typeof Part>;

/** `model`: what one model signed another refuses. */
const ProviderData = z.object({ kind: z.string(), model: z.string(), parts: z.array(Part) });

export type Collector = {
  /** `id`: of the stream part, so that pieces of one part come together. */
  readonly add: (type: Part['type'], id: string, chars: number, data: SharedV4ProviderMetadata | undefined) => void;
  /** `undefined` when the provider wants nothing back. */
  readonly result: () => Json | undefined;
};

/** Collects what is to go back while an answer comes. */
export function collectProviderData(kind: ProviderKind, model: string): Collector {
  const parts = new Map<string, { type: Part['type']; chars: number; data?: SharedV4ProviderMetadata }>();
  return {
    add(type, id, chars, data) {
      const key = `${type} ${id}`;
      const known = parts.get(key) ?? { type, chars: 0 };
      parts.set(key, { ...known, chars: known.chars + chars, ...merged(known.data, data) });
    },
    result() {
      const all = [...parts.values()];
      if (all.every(({ data }) => data === undefined)) return undefined;
      // It came as JSON, and goes back as such.
      return JSON.parse(JSON.stringify({ kind, model, parts: all })) as Json;
    },
  };
}

function merged(
  known: SharedV4ProviderMetadata | undefined,
  more: SharedV4ProviderMetadata | undefined,
): { readonly data?: SharedV4ProviderMetadata } {
  if (more === undefined) return known === undefined ? {} : { data: known };
  const names = Object.keys({ ...known, ...more });
  return { data: Object.fromEntries(names.map((name) => [name, { ...known?.[name], ...more[name] }])) };
}

export type ReplayedPart =
  | { readonly type: 'reasoning' | 'text'; readonly text: string; readonly data?: SharedV4ProviderOptions }
  | { readonly type: 'call'; readonly data?: SharedV4ProviderOptions };

/**
 * The parts of an earlier answer as this model gave them; `undefined` when it did not, or when they do not fit the
 * message. Reasoning without data stays out: nobody asked for it back.
 */
export function replayedParts(
  { text, reasoning, toolCalls, providerData }: AssistantMessage,
  kind: ProviderKind,
  model: string,
): readonly ReplayedPart[] | undefined {
  const known = ProviderData.safeParse(providerData);
  if (!known.success || known.data.kind !== kind || known.data.model !== model) return undefined;
  const { parts } = known.data;
  const length = (type: Part['type']) =>
    parts.reduce((sum, part) => (part.type === type ? sum + (type === 'call' ? 1 : part.chars) : sum), 0);
  if (length('text') !== text.length || length('reasoning') !== reasoning.length) return undefined;
  if (length('call') !== toolCalls.length) return undefined;
  const at = { text: 0, reasoning: 0 };
  return parts
    .map(({ type, chars, data }): ReplayedPart => {
      if (type === 'call') return { type, data };
      at[type] += chars;
      return { type, text: (type === 'text' ? text : reasoning).slice(at[type] - chars, at[type]), data };
    })
    .filter(({ type, data }) => type !== 'reasoning' || data !== undefined);
}
