import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Model } from '../../agent/model.ts';
import { isAgent, type Agent } from '../../runtime/agent.ts';
import { isCogitator } from '../../runtime/cogitator.ts';
import { codeFiles } from './code-files.ts';

export type LoadedCode = {
  /** What the code exports and, after that, whom those give tasks to. An agent is known by its place in this list. */
  readonly agents: readonly LoadedAgent[];
  /** As the Cogitators that the code exports know them. */
  readonly models: (id: string) => Model | undefined;
};

/** `exported`: a person can run it by itself. */
export type LoadedAgent = { readonly agent: Agent; readonly file: string; readonly exported: boolean };

/** Calls `onFile` with the path of each file that is loaded from now on, packages left out. */
export function watchLoads(onFile: (file: string) => void): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (url.startsWith('file:') && !url.includes('/node_modules/')) onFile(fileURLToPath(url));
      return nextLoad(url, context);
    },
  });
}

/** Loads the code and finds what it exports: Agents, lists of them, and Cogitators, whatever their names. Throws as the code does. */
export async function loadCode(path: string): Promise<LoadedCode> {
  const agents: LoadedAgent[] = [];
  const resolvers: ((id: string) => Model | undefined)[] = [];
  const seen = new Set<unknown>();
  for (const file of codeFiles(path)) {
    const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
    for (const value of Object.values(exported).flat()) {
      if (seen.has(value)) continue;
      seen.add(value);
      if (isAgent(value)) agents.push({ agent: value, file, exported: true });
      else if (isCogitator(value)) resolvers.push((id) => value.model(id));
    }
  }
  if (agents.length === 0)
    throw new Error(`Nothing in ${path} exports an Agent. Write: export const helper = new Agent({ … })`);
  const twice = agents.find(({ agent, file }, at) =>
    agents.some((other, before) => before < at && other.agent.name === agent.name && other.file === file),
  );
  if (twice !== undefined) {
    throw new Error(`Two agents in ${twice.file} are called “${twice.agent.name}”. Give each a name of its own`);
  }
  // Grows as it is walked: sub-agents have some themselves.
  for (const { agent, file } of agents) {
    for (const other of agent.subagents) {
      if (seen.has(other)) continue;
      seen.add(other);
      agents.push({ agent: other, file, exported: false });
    }
  }
  return {
    agents,
    models(id) {
      for (const resolve of resolvers) {
        const model = resolve(id);
        if (model !== undefined) return model;
      }
      return undefined;
    },
  };
}
