// The process of one version of people's code: loads it, offers its agents, and does what the engine asks of them. What the
// code throws while it loads, or where nobody catches it, ends the process with Node's own words, which its parent reads.
import { fail, type Result } from '../../../shared/lib/result.ts';
import { toolSchema } from '../../agent/tool.ts';
import { thrownMessage } from '../../lib/thrown.ts';
import { snapshotOf } from '../../runtime/agent.ts';
import type { FromChild, ToChild } from './child-messages.ts';
import { loadCode, watchLoads, type LoadedAgent } from './load-code.ts';
import { performTask } from './perform-task.ts';
import type { OfferedAgent } from './protocol.ts';

const calls = new Map<number, AbortController>();
const files = new Map<string, Uint8Array>();

function send(message: FromChild): void {
  process.send?.(message);
}

/** A tool or a model may give what no message can hold: that is a failure of this call alone. */
function answer(id: number, result: Result<unknown>): void {
  try {
    send({ type: 'answer', id, result });
  } catch (error) {
    send({ type: 'answer', id, result: fail('cannot_be_sent', `It cannot be sent: ${thrownMessage(error)}`) });
  }
}

function signalOf(call: number): AbortSignal {
  const controller = new AbortController();
  calls.set(call, controller);
  return controller.signal;
}

function offered({ agent, file, exported }: LoadedAgent, index: number): OfferedAgent {
  const { name, model, tools } = agent;
  const { instructions, reasoning, approvals, commandRules, todos, limits, answer, workspace } = snapshotOf(
    agent,
    model,
  );
  return {
    name,
    file,
    key: String(index),
    exported,
    subagents: agent.subagents.map((other) => String(code.agents.findIndex((one) => one.agent === other))),
    model,
    instructions,
    reasoning,
    approvals,
    commandRules,
    todos,
    limits,
    answer,
    workspace,
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: { ...toolSchema(tool).parameters },
      concurrency: tool.concurrency,
      mayAsk: tool.needsApproval !== undefined,
      runsCommands: tool.commandOf !== undefined,
    })),
  };
}

// Without its parent nobody can ask anything of it.
process.on('disconnect', () => process.exit());
watchLoads((file) => send({ type: 'file', file }));
const code = await loadCode(process.argv[2] ?? '');
const emit = (call: number, event: unknown): void => send({ type: 'event', call, event });

process.on('message', (message: ToChild) => {
  switch (message.type) {
    case 'task': {
      const { id, name, task } = message;
      void performTask(name, task, { code, files, emit, signalOf }).then((result) => {
        if ('call' in task) calls.delete(task.call);
        answer(id, result);
      });
      return;
    }
    case 'abort':
      return calls.get(message.call)?.abort();
    case 'abort_all':
      for (const controller of calls.values()) controller.abort();
  }
});
send({ type: 'loaded', agents: code.agents.map(offered) });
