import { assertNever } from '../../shared/lib/assert.ts';
import type { Failure } from '../../shared/lib/result.ts';
import { openAtEnd, withOpen } from '../../shared/run/open-todos.ts';
import type { RunEnd } from '../../shared/run/status.ts';
import type {
  AssistantMessageBody,
  Entry,
  HandoffBody,
  RunFinishedBody,
  RunStartedBody,
  UserMessageBody,
} from '../../shared/thread/entry.ts';
import { type Plan, planIn, planProgress } from '../../shared/todos/plan.ts';
import { changedParts } from '../../shared/thread/intervention-parts.ts';
import { callSection, type KnownCall } from './markdown-call.ts';
import { planLine, planSection } from './markdown-plan.ts';
import { embedded, fenced, plainLine } from './markdown-text.ts';

export type MarkdownPart =
  | { readonly type: 'entry'; readonly entry: Entry }
  /** What follows goes on from an earlier entry, whose plan was this. */
  | { readonly type: 'branch'; readonly plan: Plan | undefined }
  /** What follows is of a sub-agent's thread; `worksFor`: the title of the thread that asked it. */
  | { readonly type: 'child'; readonly title: string; readonly worksFor: string };

export type MarkdownOptions = {
  readonly title: string;
  /** An IANA name: where the moments are told. */
  readonly timeZone: string;
};

/** The state between two parts. */
type State = {
  plan: Plan | undefined;
  /** The newest answer, and its calls that have no result yet. */
  messageId: string;
  readonly calls: Map<string, KnownCall>;
  /** The run whose words these are; its answers stand under one heading. */
  speaker: string | undefined;
  /** Who works, as it was said last. */
  runLine: string;
  /** Names of agents, by run. */
  readonly agents: Map<string | undefined, string>;
};

/** A history to be read, piece by piece. Notes follow what they are about, as the store has them. */
export async function* writeMarkdown(
  { title, timeZone }: MarkdownOptions,
  parts: AsyncIterable<MarkdownPart>,
): AsyncGenerator<string> {
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const state: State = {
    plan: undefined,
    messageId: '',
    calls: new Map(),
    speaker: undefined,
    runLine: '',
    agents: new Map(),
  };
  yield `# ${plainLine(title)}\n\n`;
  for await (const part of parts) {
    if (part.type === 'branch') {
      yield endOfBranch(state);
      yield '---\n\n## Another branch\n\nIt goes on from an earlier message of this thread.\n\n';
      state.plan = part.plan;
      state.speaker = undefined;
    } else if (part.type === 'child') {
      yield endOfBranch(state);
      yield `---\n\n# Sub-agent: ${plainLine(part.title)}\n\nIt works for “${plainLine(part.worksFor)}”.\n\n`;
      state.plan = undefined;
      state.speaker = undefined;
      state.runLine = '';
    } else {
      yield entryText(state, part.entry, (at) => clock.format(at));
    }
  }
  yield endOfBranch(state);
}

function entryText(state: State, entry: Entry, moment: (at: number) => string): string {
  switch (entry.kind) {
    case 'user_message': {
      state.speaker = undefined;
      return `${flushed(state)}## ${WRITERS[entry.origin]} · ${moment(entry.at)}\n\n${embedded(entry.text)}\n\n${attached(entry)}`;
    }
    case 'assistant_message':
      return flushed(state) + heading(state, entry, moment) + answer(state, entry, entry.id);
    case 'tool_result': {
      const known = state.messageId === entry.messageId ? state.calls.get(entry.callId) : undefined;
      state.calls.delete(entry.callId);
      const call = known?.call ?? { id: entry.callId, name: entry.toolName, arguments: '{}' };
      const plan = planIn(entry, { plan: () => state.plan, call: () => known?.call });
      if (plan === undefined) return callSection({ ...known, call, result: entry });
      const line = planLine(state.plan, plan);
      state.plan = plan;
      return line;
    }
    case 'approval_decided': {
      const known = state.calls.get(entry.callId);
      if (known !== undefined && state.messageId === entry.targetId) {
        state.calls.set(entry.callId, { ...known, decision: entry });
      }
      return '';
    }
    case 'handoff':
      state.agents.set(entry.runId, entry.agent.name);
      state.speaker = undefined;
      return flushed(state) + runLine(state, entry);
    case 'run_started':
      state.agents.set(entry.runId, entry.agent.name);
      return runLine(state, entry);
    case 'run_finished':
      // One that went on elsewhere says nothing of this branch.
      return state.speaker === undefined || state.speaker === entry.runId
        ? flushed(state) + endLine(entry, state.plan)
        : '';
    case 'retry':
      return `_Tried again after: ${failureText(entry.error)}_\n\n`;
    case 'compaction':
      state.speaker = undefined;
      return `${flushed(state)}## Compacted: the model goes on from this summary\n\n${embedded(entry.summary)}\n\n`;
    case 'outputs_cleared':
      return `${flushed(state)}_Earlier tool outputs are no longer shown to the model._\n\n`;
    case 'user_todo_edit':
      state.plan = planIn(entry, { plan: () => state.plan, call: () => undefined }) ?? state.plan;
      return `${flushed(state)}_${plainLine(entry.action)}_\n\n`;
    case 'intervention':
      return `${flushed(state)}_Changed before the run went on from here: ${changedParts(entry).join(', ')}._\n\n`;
    case 'label':
      return entry.label === '' ? '' : `_Label: ${plainLine(entry.label)}_\n\n`;
    case 'todos_restored':
    case 'reminder':
    case 'files_changed':
    case 'run_queued':
    case 'run_dequeued':
    case 'run_paused':
    case 'run_resumed':
    case 'run_revived':
    case 'tool_started':
    case 'approval_asked':
    case 'usage':
      return '';
    default:
      return assertNever(entry);
  }
}

function heading(state: State, { runId, at }: Entry, moment: (at: number) => string): string {
  if (runId !== undefined && state.speaker === runId) return '';
  state.speaker = runId;
  return `## ${plainLine(state.agents.get(runId) ?? 'Agent')} · ${moment(at)}\n\n`;
}

function answer(state: State, body: AssistantMessageBody, id: string): string {
  state.messageId = id;
  for (const call of body.calls) state.calls.set(call.id, { call });
  const reasoning =
    body.reasoning.trim() === ''
      ? ''
      : `<details>\n<summary>Reasoning</summary>\n\n${fenced(body.reasoning.trim())}\n</details>\n\n`;
  const text = body.text.trim() === '' ? '' : `${embedded(body.text)}\n\n`;
  const cut = body.partial === undefined ? '' : `_This answer is not whole: ${body.partial}._\n\n`;
  return reasoning + text + cut;
}

/** Calls that nothing answered. */
function flushed(state: State): string {
  const text = [...state.calls.values()].map(callSection).join('');
  state.calls.clear();
  return text;
}

function endOfBranch(state: State): string {
  return flushed(state) + (state.plan === undefined ? '' : planSection(state.plan));
}

/** Who works, where it is not who did before. */
function runLine(state: State, { agent: { name, model, workspace } }: RunStartedBody | HandoffBody): string {
  const where = workspace === undefined ? '' : ` · folder ${plainLine(workspace)}`;
  const line = `_Agent ${plainLine(name)} · model ${plainLine(model)}${where}_\n\n`;
  if (line === state.runLine) return '';
  state.runLine = line;
  return line;
}

const WRITERS: Readonly<Record<UserMessageBody['origin'], string>> = {
  person: 'Person',
  continue: 'Continue',
  correction: 'Correction',
  agent: 'Task',
};

function attached({ attachments = [] }: UserMessageBody): string {
  const lines = attachments.map(
    ({ name, mediaType, bytes }) => `- ${plainLine(name)} (${plainLine(mediaType)}, ${bytes} bytes)`,
  );
  return lines.length === 0 ? '' : `Attached:\n\n${lines.join('\n')}\n\n`;
}

const ENDS: Readonly<Record<RunEnd, string>> = {
  finished: 'Finished',
  failed: 'Failed',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
  limit: 'Stopped at a limit',
};

function endLine({ status, error }: RunFinishedBody, plan: Plan | undefined): string {
  const end = withOpen(ENDS[status], openAtEnd(status, plan && planProgress(plan)));
  return `_${end}${error === undefined ? '' : `: ${failureText(error)}`}_\n\n`;
}

function failureText({ message, hint }: Failure): string {
  return plainLine(hint === undefined ? message : `${message}. ${hint}`);
}
