import { isRecord, parseJson } from '../../shared/lib/json.ts';

/** The command of a call that runs one. */
export function commandOf(name: string, text: string): string | undefined {
  if (name !== 'run_command') return undefined;
  const args = parseJson(text);
  return isRecord(args) && typeof args.command === 'string' ? args.command : undefined;
}
