import { z } from 'zod';
import { defineTool, toolError, type AnyTool, type ToolChanges, type ToolOutcome } from '../../agent/tool.ts';
import type { CommandChanges } from '../../workspace/changes/tracker.ts';
import type { ToolDetails } from '../../../shared/thread/tool-details.ts';
import { isDetails } from '../../formats/entry-bodies.ts';
import { Asks, type OfferedAgent, type OfferedTool } from './protocol.ts';
import type { RemoteVersion } from './remote-version.ts';

const Outcome = z.object({
  content: z.string(),
  isError: z.boolean().optional(),
  details: z.custom<ToolDetails | undefined>(isDetails).catch(undefined),
});

/** The tools of an agent in people's code: they act there. */
export function remoteTools(agent: OfferedAgent, version: RemoteVersion): readonly AnyTool[] {
  return agent.tools.map((tool) => remoteTool(agent.key, tool, version));
}

function remoteTool(agent: string, offered: OfferedTool, version: RemoteVersion): AnyTool {
  const { name: tool, description, parameters, concurrency, mayAsk, runsCommands } = offered;
  async function asks(input: unknown): Promise<Asks | undefined> {
    const answer = await version.ask('tool.asks', { agent, tool, input });
    return answer.ok ? Asks.safeParse(answer.value).data : undefined;
  }
  return defineTool<unknown>({
    name: tool,
    description,
    parameters,
    concurrency,
    // The code has the real schema, and checks by it.
    input: z.unknown(),
    // Whoever cannot say that it may run has to be asked about.
    needsApproval: mayAsk ? async (input) => (await asks(input))?.asks !== false : undefined,
    commandOf: runsCommands ? async (input) => (await asks(input))?.command ?? '' : undefined,
    async execute(input, { callId, workspace, signal, print }): Promise<ToolOutcome> {
      const task = { agent, tool, callId, input, workspace: workspace?.root };
      const onEvent = (event: unknown): void => {
        if (typeof event === 'string') print(event);
      };
      // What acts alone may change files, which happens elsewhere: it is found by comparing.
      const compared = concurrency === 'exclusive' ? await workspace?.compare(signal) : undefined;
      const answer = await version.call('tool.execute', task, onEvent, signal);
      const changes = workspace && changesIn(workspace.root, await compared?.());
      if (!answer.ok) return { ...toolError(`${tool} failed: ${answer.error.message}`), changes };
      const outcome = Outcome.safeParse(answer.value);
      if (!outcome.success) return { ...toolError(`${tool} gave something that is no result of a tool`), changes };
      const { content, isError, details } = outcome.data;
      return { content, isError, details, changes };
    },
  });
}

function changesIn(root: string, found: CommandChanges | undefined): ToolChanges | undefined {
  if (found === undefined || (found.files.length === 0 && found.unknown === undefined)) return undefined;
  return { by: 'command', root, ...found };
}
