import { z } from 'zod';

/** An OpenAI-compatible address that serves models. */
export const ModelAddressInput = z.object({
  /** Absent for a new one. */
  id: z.string().optional(),
  name: z.string().trim().min(1, 'Give the address a name').max(80),
  /** For example `http://127.0.0.1:11434/v1`. */
  baseUrl: z.url({ protocol: /^https?$/, error: 'Enter an address that starts with http:// or https://' }),
  /** Absent: leave the stored key as it is. Empty: forget it. */
  apiKey: z.string().max(4096).optional(),
  /** Model names to offer besides those that the address lists itself. */
  models: z.array(z.string().trim().min(1)).max(500),
});
export type ModelAddressInput = z.output<typeof ModelAddressInput>;

/** What windows see of an address: never its key. */
export type ModelAddress = {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly hasKey: boolean;
  readonly models: readonly string[];
};

export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.output<typeof Theme>;

export const Settings = z.object({
  theme: Theme,
  /** The model that was chosen last: what agents without a model of their own use. */
  model: z.string().max(200).optional(),
});
export type Settings = z.output<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = { theme: 'system' };
