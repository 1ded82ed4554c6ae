import { z } from 'zod';
import type { AgentSnapshot } from './agent.ts';

/** Ids of agents that live in people's code begin with this; what follows is their file and name. */
const PREFIX = 'code:';

export function codeAgentId(file: string, name: string): string {
  return `${PREFIX}${file}#${name}`;
}

export function isCodeAgentId(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** Why people's code did not load, or ended: the first line of its error, and where in the code that is, if that is known. */
export const CodeFailure = z.object({
  message: z.string().max(10_000),
  file: z.string().optional(),
  /** From 1. */
  line: z.int().optional(),
  column: z.int().optional(),
  /** The lines around it, each with its number, the one in question marked. */
  excerpt: z.string().max(10_000).optional(),
});
export type CodeFailure = z.output<typeof CodeFailure>;

/** An agent that a file exports, as New run offers it. */
export type CodeAgent = Pick<
  AgentSnapshot,
  'name' | 'model' | 'reasoning' | 'tools' | 'approvals' | 'approvalLimit' | 'todos' | 'limits' | 'workspace'
> & { readonly id: string; readonly file: string };

/** A file or folder that `runlight dev` has loaded. */
export type CodeSource = {
  readonly path: string;
  readonly agents: readonly CodeAgent[];
  /** Why its newest version did not load; `agents` are then those of the version before. */
  readonly failure?: CodeFailure;
};

/** A failure in one line: `agents.ts:12:5: Unexpected token`. */
export function codeFailureLine({ message, file, line, column }: CodeFailure): string {
  const name = file?.split(/[\\/]/).at(-1);
  const place = [name, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? message : `${place}: ${message}`;
}
