import type { InterventionBody } from './context-bodies.ts';

/** What a person changed, in a few words each. */
export function changedParts({ result, message, context, withoutTools = [] }: InterventionBody): readonly string[] {
  return [
    ...(result === undefined ? [] : [`the result of ${result.toolName}`]),
    ...(message === undefined ? [] : ['the message']),
    ...(context === undefined ? [] : ['more context']),
    ...(withoutTools.length === 0 ? [] : [`without ${withoutTools.join(', ')}`]),
  ];
}
