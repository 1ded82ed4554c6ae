import { isRecord, parseJson, prettyJson } from '../../shared/lib/json.ts';
import type { ApprovalDecidedBody, ToolResultBody } from '../../shared/thread/entry.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { fenced, htmlText } from './markdown-text.ts';

/** A call with all that is known of it. */
export type KnownCall = {
  readonly call: ToolCall;
  readonly result?: ToolResultBody;
  readonly decision?: ApprovalDecidedBody;
};

/** A call as something that folds: one line, and behind it what was sent and what came back. */
export function callSection({ call, result, decision }: KnownCall): string {
  const outcome = result === undefined ? 'no result' : result.isError ? 'failed' : outcomeOf(result);
  const summary = [
    `<code>${htmlText(call.name)}</code>`,
    htmlText(target(call)),
    `— ${htmlText(outcome)}`,
    decision === undefined ? '' : `· ${htmlText(decisionText(decision))}`,
  ].filter((part) => part !== '');
  const body = [argumentsBlock(call), result === undefined ? '' : resultBlock(result)].filter((part) => part !== '');
  return `<details>\n<summary>${summary.join(' ')}</summary>\n\n${body.join('\n')}\n</details>\n\n`;
}

function outcomeOf({ details }: ToolResultBody): string {
  if (details?.kind === 'file_change') {
    return `${details.created ? 'new, ' : ''}+${details.added} −${details.removed}`;
  }
  if (details?.kind !== 'command') return 'ok';
  return details.ended === 'exit' ? `exit ${details.exitCode ?? '?'}` : details.ended;
}

function decisionText({ decision, by, reason }: ApprovalDecidedBody): string {
  const who = by === 'timer' ? ' by itself' : '';
  return `${decision}${who}${reason === undefined ? '' : `: ${reason}`}`;
}

/** What a call acts on, shortly. */
function target({ arguments: text }: ToolCall): string {
  const args = parseJson(text);
  if (!isRecord(args)) return '';
  const value = [args.command, args.path, args.pattern, args.query].find((one) => typeof one === 'string');
  return typeof value === 'string' ? value.slice(0, 200) : '';
}

function argumentsBlock({ arguments: text }: ToolCall): string {
  const args = parseJson(text);
  if (isRecord(args) && Object.keys(args).length === 1 && typeof args.command === 'string') {
    return fenced(args.command, 'sh');
  }
  return args === undefined ? fenced(text) : fenced(prettyJson(text), 'json');
}

function resultBlock({ content, details, isError }: ToolResultBody): string {
  if (!isError && details?.kind === 'file_change' && details.diff !== '') return fenced(details.diff, 'diff');
  return content === '' ? '' : fenced(content);
}
