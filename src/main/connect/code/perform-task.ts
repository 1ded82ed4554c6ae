import { assertNever } from '../../../shared/lib/assert.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { Model, ModelRequest } from '../../agent/model.ts';
import { prepareCall } from '../../agent/prepare-call.ts';
import { toolError, type AnyTool, type ToolOutcome } from '../../agent/tool.ts';
import type { Agent } from '../../runtime/agent.ts';
import { LocalWorkspace } from '../../workspace/local-workspace.ts';
import type { LoadedCode } from './load-code.ts';
import { tasks, type Knows, type Asks, type Task, type TaskName } from './protocol.ts';
import { thrownMessage } from '../../lib/thrown.ts';

export type Performing = {
  readonly code: LoadedCode;
  /** Attachments by their id. */
  readonly files: Map<string, Uint8Array>;
  readonly emit: (call: number, event: unknown) => void;
  /** Of calls that go on for a while, until they are answered. */
  readonly signalOf: (call: number) => AbortSignal;
};

/** Does in the code's own process what the engine asks of it. What the code throws becomes a failure. */
export async function performTask(name: TaskName, input: unknown, performing: Performing): Promise<Result<unknown>> {
  try {
    switch (name) {
      case 'model.knows':
        return ok(knows(performing.code.models(tasks[name].parse(input).model)));
      case 'file.keep': {
        const { id, data } = tasks[name].parse(input);
        performing.files.set(id, Buffer.from(data, 'base64'));
        return ok(null);
      }
      case 'model.stream':
        return await streamModel(tasks[name].parse(input), performing);
      case 'tool.asks':
        return ok(await asks(tasks[name].parse(input), performing.code));
      case 'tool.execute':
        return ok(await executeTool(tasks[name].parse(input), performing));
      default:
        return assertNever(name);
    }
  } catch (error) {
    return fail('code_threw', thrownMessage(error));
  }
}

function knows(model: Model | undefined): Knows {
  if (model?.contextWindow === undefined) return model !== undefined;
  return { contextWindow: model.contextWindow };
}

async function streamModel(
  { call, model: id, request }: Task<'model.stream'>,
  { code, files, emit, signalOf }: Performing,
): Promise<Result<null>> {
  const model = code.models(id);
  if (model === undefined) return fail('model_unknown', `The code does not know the model ${id}`);
  // The engine of the same protocol made it.
  const asked: ModelRequest = { ...(request as ModelRequest), attachment: (file) => files.get(file) };
  for await (const event of model.stream(asked, signalOf(call))) emit(call, event);
  return ok(null);
}

async function asks({ agent, tool: name, input }: Task<'tool.asks'>, code: LoadedCode): Promise<Asks> {
  const tool = toolOf(agentOf(agent, code), name);
  const ready = prepareCall({ id: '', name, arguments: JSON.stringify(input) }, [tool]);
  // A call that cannot run needs nobody's approval: it is answered with what is wrong.
  if (ready.type === 'refused') return { asks: false };
  const wants = (await tool.needsApproval?.(ready.input)) === true;
  const command = await tool.commandOf?.(ready.input);
  return command === undefined ? { asks: wants } : { asks: wants, command };
}

async function executeTool(
  { call, agent: agentKey, tool: name, callId, input, workspace: root }: Task<'tool.execute'>,
  { code, emit, signalOf }: Performing,
): Promise<ToolOutcome> {
  const agent = agentOf(agentKey, code);
  const tool = toolOf(agent, name);
  const ready = prepareCall({ id: callId, name, arguments: JSON.stringify(input) }, [tool]);
  if (ready.type === 'refused') return ready.outcome;
  const workspace =
    root === undefined || root === agent.workspace?.root ? agent.workspace : new LocalWorkspace({ root });
  const print = (text: string): void => emit(call, text);
  try {
    return await tool.execute(ready.input, { callId, workspace, signal: signalOf(call), print });
  } catch (error) {
    return toolError(`${name} failed: ${thrownMessage(error)}`);
  }
}

function agentOf(key: string, code: LoadedCode): Agent {
  const found = code.agents[Number(key)];
  if (found === undefined) throw new Error(`The code has no agent ${key}`);
  return found.agent;
}

function toolOf(agent: Agent, name: string): AnyTool {
  const found = agent.tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`The agent “${agent.name}” has no tool called “${name}”`);
  return found;
}
