import { z } from 'zod';
import { ProviderKind } from './models/provider-kind.ts';

/** Where a person sets up model addresses, as hints name the place. */
export const PROVIDERS_PLACE = 'Settings → Providers & keys';

/** Without the rule that ties its fields together. */
export const ModelAddressFields = z.object({
  /** Absent for a new one. */
  id: z.string().optional(),
  name: z.string().trim().min(1, 'Give the address a name').max(80),
  kind: ProviderKind.default('openai-compatible'),
  /** For example `http://127.0.0.1:11434/v1`. Empty: the kind's own address, where it has one. */
  baseUrl: z.union([
    z.literal(''),
    z.url({ protocol: /^https?$/, error: 'Enter an address that starts with http:// or https://' }),
  ]),
  /** Absent: leave the stored key as it is. Empty: forget it. */
  apiKey: z.string().max(4096).optional(),
  /** Model names to offer besides those that the address lists itself. */
  models: z.array(z.string().trim().min(1)).max(500),
});

/** An address that serves models. */
export const ModelAddressInput = ModelAddressFields.refine(
  ({ kind, baseUrl }) => kind !== 'openai-compatible' || baseUrl !== '',
  { path: ['baseUrl'], error: 'Enter an address that starts with http:// or https://' },
);
export type ModelAddressInput = z.output<typeof ModelAddressInput>;

/**
 * `environment`: none is stored, and a variable of the environment holds the provider's. `undecryptable`: one is stored
 * that this system cannot read.
 */
export type KeyState = 'absent' | 'ok' | 'environment' | 'undecryptable';

/** What windows see of an address: never its key. */
export type ModelAddress = {
  readonly id: string;
  readonly name: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly key: KeyState;
  /** The variable of the environment that holds the key, when one does. */
  readonly keyVariable?: string;
  readonly models: readonly string[];
};

export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.output<typeof Theme>;

/** Tokens that a model can read. */
export const ContextWindow = z
  .int('Enter a whole number')
  .min(1000, 'Enter 1,000 or more')
  .max(100_000_000, 'Enter 100,000,000 or less');

/** How much the model `<address id>/<model>` can read, and who says so. Without `tokens` nobody knows. */
export type ModelWindow = {
  readonly id: string;
  readonly tokens?: number;
  readonly from?: 'person' | 'provider' | 'table';
  /** The date of that table. */
  readonly tableDate?: string;
};

/** When and how old parts of a conversation are summarised, so that it fits the window of its model. */
export const CompactionSettings = z.object({
  /** Whether runs do it by themselves. By hand it works in any case. */
  automatic: z.boolean(),
  /** They do once the context takes this share of the model's window. */
  share: z.number('Enter a number').min(0.1, 'Enter 10 or more').max(0.95, 'Enter 95 or less'),
  /** So many of the newest tokens stay as they are. */
  keepTokens: z.int('Enter a whole number').min(0, 'Enter 0 or more').max(1_000_000, 'Enter 1,000,000 or less'),
  /** The model that writes summaries. Absent: the run's own. */
  model: z.string().trim().max(200).optional(),
  /** What it is told. Absent: what Runlight says. */
  prompt: z.string().trim().max(20_000).optional(),
});
export type CompactionSettings = z.output<typeof CompactionSettings>;

export const DEFAULT_COMPACTION: CompactionSettings = { automatic: true, share: 0.8, keepTokens: 20_000 };

export const Settings = z.object({
  theme: Theme,
  /** The model that was chosen last: what agents without a model of their own use. */
  model: z.string().max(200).optional(),
  /** How many runs work at once; more wait in a queue. */
  maxRuns: z.int('Enter a whole number').min(1, 'Enter 1 or more').max(200, 'Enter 200 or less'),
  /** How many levels of sub-agents may work below a run; 0: none. */
  subagentDepth: z.int('Enter a whole number').min(0, 'Enter 0 or more').max(100, 'Enter 100 or less'),
  /** How often in a row an agent may make the same call and get the same answer before it is refused; 0: any number. */
  mostRepeats: z.int('Enter a whole number').min(0, 'Enter 0 or more').max(1000, 'Enter 1000 or less'),
  /** Whether every request to a model is kept as it was sent, beside what the entries tell of it. */
  keepRequests: z.boolean(),
  /** Whether agents that keep a plan in phases get the tool for it. */
  todoTool: z.boolean(),
  /** How often in a run an agent that stops is reminded of the tasks that it left open. */
  todoReminders: z.int('Enter a whole number').min(0, 'Enter 0 or more').max(20, 'Enter 20 or less'),
  /** Whether a run that resumes a plan goes on with what is open alone; what is done stays in the panel. */
  todoStripsOnResume: z.boolean(),
  /** After how many seconds the panel hides what is done or dropped: 0 at once, negative never. */
  todoClearDelay: z.int('Enter a whole number').max(86_400, 'Enter 86400 or less: a day'),
  /** Whether the system tells of approvals and ends of runs while no window is in front. */
  notifications: z.boolean(),
  compaction: CompactionSettings,
  /** Tokens that models can read, by `<address id>/<model>`, where the person knows it better. */
  contextWindows: z.record(z.string(), ContextWindow),
});
export type Settings = z.output<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  maxRuns: 5,
  subagentDepth: 3,
  mostRepeats: 5,
  keepRequests: false,
  todoTool: true,
  todoReminders: 3,
  todoStripsOnResume: true,
  todoClearDelay: 60,
  notifications: true,
  compaction: DEFAULT_COMPACTION,
  contextWindows: {},
};
