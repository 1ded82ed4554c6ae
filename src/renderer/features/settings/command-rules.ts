import { CommandRule } from '../../../shared/run/permission.ts';

type ParsedRules =
  | { readonly ok: true; readonly value: readonly CommandRule[] }
  | { readonly ok: false; readonly error: string };

/** Reads `always npm test*`, one rule a line; blank lines are left out. */
export function parseRules(text: string): ParsedRules {
  const rules: CommandRule[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [decision, ...words] = line.trim().split(/\s+/);
    const rule = CommandRule.safeParse({ decision, pattern: words.join(' ') });
    if (!rule.success) {
      return {
        ok: false,
        error: `Line ${index + 1}: write always, ask or never, then a pattern, like “always npm test*”`,
      };
    }
    rules.push(rule.data);
  }
  return { ok: true, value: rules };
}

export function formatRules(rules: readonly CommandRule[]): string {
  return rules.map(({ decision, pattern }) => `${decision} ${pattern}`).join('\n');
}
