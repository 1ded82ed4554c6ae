import { z } from 'zod';
import { ok, type Result } from '../../../../shared/lib/result.ts';
import { PLAIN_AGENT, type TodosKind } from '../../../../shared/run/agent.ts';
import { COMPACTION_PROMPT } from '../../../../shared/run/compaction-prompt.ts';
import type { Message } from '../../../../shared/thread/message.ts';
import type { ResolvedAgent } from '../../../agent/agent.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../agent/model.ts';
import { defineTool, type AnyTool } from '../../../agent/tool.ts';
import { scriptedModel } from '../../../models/scripted.ts';
import { SUMMARY } from './compaction.ts';
import { OVER, TOOLS, type ScriptStep } from './script.ts';

/** The agent of one run: its model plays a script from its beginning, its tools do what their names say. */
export type Player = {
  readonly agent: ResolvedAgent;
  readonly findAgent: () => Promise<Result<ResolvedAgent>>;
  /** What the model was sent and nobody has looked at yet. */
  readonly requests: (readonly Message[])[];
  /** Lets an answer go on that is held. */
  readonly letGo: () => void;
  /** Answers the call that waits. */
  readonly finishCall: (callId: string, content: string) => void;
};

/** What a tool that waits answers when its run ends. */
export const STOPPED = 'stopped early';

const ID = 'scripted/test';
const Input = z.looseObject({ text: z.string() });

export type Part = {
  readonly script: readonly ScriptStep[];
  readonly kind: TodosKind;
  /** What the agent that it may hand over to keeps; absent: there is none. */
  readonly next?: TodosKind;
  readonly steps: number;
  readonly contextWindow?: number;
  /** When it has summed up what it is asked to. */
  readonly summaryComes?: Promise<unknown>;
};

export function createPlayer(
  { script, kind: todos, next, steps, contextWindow, summaryComes }: Part,
  nextNumber: () => number,
): Player {
  const requests: (readonly Message[])[] = [];
  const waiting = new Map<string, (content: string) => void>();
  let asked = 0;
  let held = Promise.withResolvers<undefined>();

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    if (request.instructions === COMPACTION_PROMPT) {
      await summaryComes;
      const steps = [{ text: `${SUMMARY} ${nextNumber()}` }];
      yield* scriptedModel({ id: ID, scenario: { steps } }).stream({ ...request, messages: [] }, signal);
      return;
    }
    requests.push(request.messages);
    const { text, calls, end, tokens: input } = script[asked] ?? { text: OVER, calls: [], end: 'whole', tokens: 1 };
    asked += 1;
    const tokens = { input, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
    const failure = end === 'fails' ? { code: 'broken', message: 'Broken', retryable: false } : undefined;
    const scenario = { steps: [{ text, tokens, ...(failure === undefined ? {} : { failure }) }] };
    for await (const event of scriptedModel({ id: ID, scenario }).stream({ ...request, messages: [] }, signal)) {
      if (event.type !== 'finish') {
        yield event;
        continue;
      }
      if (end === 'holds') await held.promise;
      held = Promise.withResolvers<undefined>();
      for (const call of calls) yield { type: 'call', call };
      yield calls.length === 0 ? event : { ...event, reason: 'tool_calls' };
    }
  }

  const tools: readonly AnyTool[] = [
    tool(TOOLS.echoes, 'parallel', async ({ text }) => ({ content: text })),
    tool(TOOLS.throws, 'parallel', async ({ text }) => Promise.reject(new Error(text))),
    tool(TOOLS.waits, 'parallel', (_, { callId, signal }) => {
      const { promise, resolve } = Promise.withResolvers<{ content: string; isError?: true }>();
      waiting.set(callId, (content) => resolve({ content }));
      signal.addEventListener('abort', () => resolve({ content: STOPPED, isError: true }));
      return promise;
    }),
    { ...tool(TOOLS.asks, 'exclusive', async ({ text }) => ({ content: text })), needsApproval: () => true },
  ];
  const model: Model = { id: ID, stream, ...(contextWindow === undefined ? {} : { contextWindow }) };
  const snapshot = {
    ...PLAIN_AGENT,
    name: 'player',
    model: ID,
    instructions: '',
    tools: Object.values(TOOLS),
    todos,
    limits: { steps },
    handoffs: next === undefined ? [] : ['next'],
    overrides: {},
  };
  const other = { ...snapshot, name: 'next', todos: next ?? false, handoffs: [] };
  return {
    agent: { snapshot, model, tools },
    findAgent: async () => ok({ snapshot: other, model, tools }),
    requests,
    letGo: () => held.resolve(undefined),
    finishCall: (callId, content) => waiting.get(callId)?.(content),
  };
}

type Execute = Parameters<typeof defineTool<z.infer<typeof Input>>>[0]['execute'];

function tool(name: string, concurrency: AnyTool['concurrency'], execute: Execute): AnyTool {
  return defineTool({ name, description: '', input: Input, concurrency, execute });
}
