import { z } from 'zod';
import type { Failure } from '../../lib/result.ts';
import { AgentSettings, type AgentRecord } from '../../run/agent.ts';
import type { CodeSource } from '../../run/code.ts';
import { ModelAddressInput, type ModelAddress } from '../../settings.ts';
import { route, Id, Nothing } from './parts.ts';

/** Agents, the code that brings some, and models. */
export const agents = {
  'agents.list': route<readonly AgentRecord[]>()(Nothing),
  'agents.save': route<AgentRecord>()(AgentSettings.extend({ id: Id.optional() })),
  'agents.delete': route<null>()(z.object({ id: Id })),
  /** Every version that the agent had, the newest first. */
  'agents.history': route<readonly AgentRecord[]>()(z.object({ id: Id })),
  /** What `runlight dev` has loaded: agents in people's code. */
  'code.list': route<readonly CodeSource[]>()(Nothing),
  'models.addresses': route<readonly ModelAddress[]>()(Nothing),
  'models.save': route<ModelAddress>()(ModelAddressInput),
  'models.delete': route<null>()(z.object({ id: Id })),
  /** Asks an address for its models: the way to see whether address and key are right. */
  'models.test': route<{ readonly models: readonly string[] }>()(ModelAddressInput),
  /** Every model that a run may name: `<address id>/<model>`. */
  'models.list': route<ModelList>()(Nothing),
} as const;

export type ModelList = {
  readonly models: readonly { readonly id: string; readonly address: string }[];
  /** Addresses that did not answer, and why. */
  readonly unreachable: readonly { readonly address: string; readonly error: Failure }[];
};
