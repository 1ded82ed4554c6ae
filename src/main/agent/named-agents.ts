import type { ResolvedAgent } from './agent.ts';

/** An agent under the name of the tool that stands for it. */
export type NamedAgent = { readonly toolName: string; readonly agent: ResolvedAgent };

/** Gives each agent a tool of its own: `<prefix><its name>`, numbered where that is `taken` or there twice. */
export function namedAgents(
  prefix: string,
  agents: readonly ResolvedAgent[],
  taken: readonly string[],
): readonly NamedAgent[] {
  const names = new Set(taken);
  return agents.map((agent) => {
    const plain = `${prefix}${slugOf(agent.snapshot.name)}`;
    let toolName = plain;
    for (let n = 2; names.has(toolName); n += 1) toolName = `${plain}_${n}`;
    names.add(toolName);
    return { toolName, agent };
  });
}

/** What an agent is for, as far as one line of its instructions tells. */
export function purposeOf({ snapshot }: ResolvedAgent): string {
  return snapshot.instructions.trim().split('\n', 1)[0] ?? '';
}

/** Tool names may hold letters, digits, _ and - alone. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 40);
  return slug === '' ? 'agent' : slug;
}
