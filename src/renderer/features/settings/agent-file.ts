import { AgentSettings, type AgentRecord } from '../../../shared/run/agent.ts';
import { isRecord, parseJson } from '../../../shared/lib/json.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';

const FORMAT = 'runlight-agent';

/** The agent as a file: what it is, without the ids of this home. */
export function agentFile(agent: AgentRecord): string {
  const { id: _, version: __, updatedAt: ___, ...settings } = agent;
  // Whom it works with is known by ids that mean nothing elsewhere.
  return `${JSON.stringify({ format: FORMAT, version: 1, agent: { ...settings, handoffs: [], subagents: [] } }, null, 2)}\n`;
}

export function readAgentFile(text: string): Result<AgentSettings> {
  const file = parseJson(text);
  if (!isRecord(file) || file.format !== FORMAT) {
    return fail(
      'bad_file',
      'This is not an agent of Runlight',
      'Choose a file that was exported from Settings → Agents',
    );
  }
  if (file.version !== 1) return fail('bad_file', 'This agent comes from a newer Runlight', 'Update Runlight first');
  const agent = AgentSettings.safeParse(file.agent);
  if (agent.success) return ok({ ...agent.data, handoffs: [], subagents: [] });
  const [issue] = agent.error.issues;
  return fail('bad_file', `This agent cannot be read: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** Lets the browser, or Electron, save it where the person wants it. */
export function downloadAgent(agent: AgentRecord): void {
  const url = URL.createObjectURL(new Blob([agentFile(agent)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${agent.name.replaceAll(/[^\p{L}\p{N} _-]+/gu, '') || 'agent'}.agent.json`;
  link.click();
  URL.revokeObjectURL(url);
}
