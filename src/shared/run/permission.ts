import { z } from 'zod';
import { splitCommand, type CommandPart } from './command-line.ts';

/** `always`: it runs without asking. `ask`: a person decides each time. `never`: it is refused. */
export const Permission = z.enum(['always', 'ask', 'never']);
export type Permission = z.output<typeof Permission>;

/** For commands that fit `pattern`: a whole simple command, in which `*` stands for anything, like `npm test*`. */
export const CommandRule = z.object({
  pattern: z.string().trim().min(1, 'Write a pattern, like npm test*').max(500),
  decision: Permission,
});
export type CommandRule = z.output<typeof CommandRule>;

/** What a person allowed while a thread went on: a tool, or one exact command, for the rest of it. */
export const Grant = z.object({ tool: z.string(), command: z.string().optional() });
export type Grant = z.output<typeof Grant>;

export type Permissions = {
  readonly approvals: { readonly [tool: string]: Permission };
  readonly commandRules: readonly CommandRule[];
};

export type PermissionQuestion = {
  readonly tool: string;
  /** What would run, for tools that run commands. */
  readonly command?: string;
  /** Whether the tool by itself wants a person to be asked. */
  readonly asks: boolean;
};

/**
 * Whether a call may run. A command of several parts (`a && b`) may run without asking only if each of its parts may; one
 * that the rules cannot read (substitutions, redirections, …) is never covered by a pattern that allows, and is asked about
 * wherever a rule forbids or asks. A part that a pattern forbids forbids the whole.
 */
export function permissionFor(
  { tool, command, asks }: PermissionQuestion,
  { approvals, commandRules }: Permissions,
  grants: readonly Grant[],
): Permission {
  const own = Object.hasOwn(approvals, tool) ? approvals[tool] : undefined;
  const byRules = command === undefined ? undefined : commandPermission(command, commandRules);
  // What is forbidden stays so, whatever was allowed more generally or on the way.
  if (own === 'never' || byRules === 'never') return 'never';
  const granted = grants.some((grant) => grant.tool === tool && (grant.command ?? command) === command);
  if (granted) return 'always';
  return byRules ?? own ?? (asks ? 'ask' : 'always');
}

/** The rule that lets this command run without asking, and no other; `undefined` where no rule can say that. */
export function ruleAllowing(command: string): CommandRule | undefined {
  // Rules do not see quotes, and take a * for anything.
  if (/["'*]/.test(command)) return undefined;
  const rule = CommandRule.safeParse({ pattern: command, decision: 'always' });
  return rule.success && commandPermission(command, [rule.data]) === 'always' ? rule.data : undefined;
}

function commandPermission(command: string, rules: readonly CommandRule[]): Permission | undefined {
  const { parts, plain } = splitCommand(command);
  const decisions = parts.map((part) => partPermission(part, rules));
  if (decisions.includes('never')) return 'never';
  if (decisions.includes('ask') || (!plain && rules.some(({ decision }) => decision !== 'always'))) return 'ask';
  if (decisions.includes('always')) return plain && decisions.every((one) => one === 'always') ? 'always' : 'ask';
  return undefined;
}

/** What a command is dressed up in may hold it back, but never lets it through. */
function partPermission({ text, inner }: CommandPart, rules: readonly CommandRule[]): Permission | undefined {
  const decide = (form: string) => rules.find((rule) => fits(form, rule.pattern))?.decision;
  const decisions = [text, ...inner].map(decide);
  return decisions.find((one) => one === 'never') ?? decisions.find((one) => one === 'ask') ?? decide(text);
}

function fits(part: string, pattern: string): boolean {
  const pieces = pattern.trim().split(/\s+/).join(' ').split('*');
  const [first = ''] = pieces;
  if (pieces.length === 1) return part === first;
  if (!part.startsWith(first)) return false;
  let at = first.length;
  const last = pieces.at(-1) ?? '';
  for (const piece of pieces.slice(1, -1)) {
    const found = part.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return part.length - last.length >= at && part.endsWith(last);
}
