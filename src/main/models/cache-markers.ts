import type { LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider';

const MARKER = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/**
 * Marks where Anthropic's prompt cache may cut, at four places, which is all it allows: after the tools, after the
 * instructions, and after the last two messages that are not the model's own. The last is what the next request goes on
 * from; the one before it is what the request before this one left in the cache. Other providers cache by themselves.
 */
export function withCacheMarkers(
  prompt: readonly LanguageModelV4Message[],
  tools: readonly LanguageModelV4FunctionTool[],
): { readonly prompt: LanguageModelV4Message[]; readonly tools: LanguageModelV4FunctionTool[] } {
  const asked = prompt.flatMap(({ role }, at) => (endsTurn(prompt, role, at) ? [at] : [])).slice(-2);
  return {
    prompt: prompt.map((message, at) =>
      message.role === 'system' || asked.includes(at) ? { ...message, providerOptions: MARKER } : message,
    ),
    tools: tools.map((tool, at) => (at === tools.length - 1 ? { ...tool, providerOptions: MARKER } : tool)),
  };
}

/** The results of one turn go into one message of Anthropic's: only the last of them can end it. */
function endsTurn(
  prompt: readonly LanguageModelV4Message[],
  role: LanguageModelV4Message['role'],
  at: number,
): boolean {
  if (role !== 'user' && role !== 'tool') return false;
  const next = prompt[at + 1]?.role;
  return next === undefined || next === 'assistant';
}
