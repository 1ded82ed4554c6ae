import type { Reasoning } from '../../shared/run/agent.ts';

/** How much a model thinks first, as people choose it. */
export const REASONING_OPTIONS: readonly { readonly value: Reasoning; readonly label: string }[] = [
  { value: 'default', label: 'Default' },
  { value: 'off', label: 'Off' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];
