import { must } from '../../../shared/lib/assert.ts';
import type { ToolOutcome } from '../../agent/tool.ts';
import type { LocalWorkspace } from '../local-workspace.ts';
import { workspaceTools } from '../tools/workspace-tools.ts';

type Use = {
  readonly signal?: AbortSignal;
  readonly print?: (text: string) => void;
  readonly commands?: 'ask' | 'allow';
};

/** Calls a tool as the agent's loop does: arguments go through its schema. */
export async function callTool(
  workspace: LocalWorkspace | undefined,
  name: string,
  input: object,
  { signal = new AbortController().signal, print = () => undefined, commands }: Use = {},
): Promise<ToolOutcome> {
  const tool = must(
    workspaceTools({ commands }).find((one) => one.name === name),
    name,
  );
  return tool.execute(tool.input.parse(input), { callId: 'call', workspace, signal, print });
}
