import { isRecord, parseJson } from '../../shared/lib/json.ts';

/** Arguments for reading: indented when they are JSON, as the model wrote them when not. */
export function prettyArguments(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** The command of a call that runs one. */
export function commandOf(name: string, text: string): string | undefined {
  if (name !== 'run_command') return undefined;
  const args = parseJson(text);
  return isRecord(args) && typeof args.command === 'string' ? args.command : undefined;
}
