import { startModelServer, type ModelServer, type ModelServerOptions } from '../../../../e2e/support/model-server.ts';
import type { ProviderKind } from '../../../shared/models/provider-kind.ts';
import type { Model, ModelEvent, ModelRequest } from '../../agent/model.ts';
import { providerModel } from '../provider-model.ts';

export const HELLO: ModelRequest = { instructions: '', messages: [{ role: 'user', content: 'Hello' }], tools: [] };

/** A model of a kind that a local server answers for, in the kind's own format. */
export async function servedModel(
  kind: ProviderKind,
  { modelName = 'test-model', ...options }: ModelServerOptions & { readonly modelName?: string },
): Promise<{ readonly model: Model; readonly server: ModelServer }> {
  const server = await startModelServer(options);
  const apiKey = options.apiKey ?? 'some-key';
  return { server, model: providerModel({ id: `local/${modelName}`, kind, baseUrl: server.url, apiKey, modelName }) };
}

export async function ask(
  model: Model,
  request = HELLO,
  signal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}
