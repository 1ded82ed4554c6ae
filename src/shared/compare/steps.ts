import { assertNever } from '../lib/assert.ts';
import { canonicalText, isRecord, parseJson } from '../lib/json.ts';
import { changedParts } from '../thread/intervention-parts.ts';
import type { Entry, ToolResultBody } from '../thread/entry.ts';

/** What one line of a comparison stands for. A call stands together with its result. */
export type StepKind = 'message' | 'answer' | 'call' | 'handoff' | 'compaction' | 'todo_edit' | 'intervention';

export const STEP_WORDS: Readonly<Record<StepKind, string>> = {
  message: 'Message',
  answer: 'Answer',
  call: 'Call',
  handoff: 'Handed over to',
  compaction: 'Compacted',
  todo_edit: 'Plan edited',
  intervention: 'Changed by a person',
};

export type CompareStep = {
  readonly kind: StepKind;
  readonly entryId: string;
  readonly callId?: string;
  /** The tool's. */
  readonly name: string;
  /** What was said; of a call, its arguments as the model wrote them. */
  readonly input: string;
  /** Of a call that was answered. */
  readonly output?: Pick<ToolResultBody, 'content' | 'isError'> & { readonly entryId: string };
};

/** What a branch consists of, for comparing; what the program alone wrote to the model is no step. */
export function compareSteps(entries: Iterable<Entry>): readonly CompareStep[] {
  const steps: CompareStep[] = [];
  const calls = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind === 'tool_result') {
      const at = calls.get(callKey(entry.messageId, entry.callId));
      const call = at === undefined ? undefined : steps[at];
      const { id: entryId, content, isError } = entry;
      if (at !== undefined && call !== undefined) steps[at] = { ...call, output: { entryId, content, isError } };
      continue;
    }
    for (const step of stepsOf(entry)) {
      if (step.callId !== undefined) calls.set(callKey(entry.id, step.callId), steps.length);
      steps.push(step);
    }
  }
  return steps;
}

function callKey(messageId: string, callId: string): string {
  return `${messageId}\0${callId}`;
}

function stepsOf(entry: Entry): readonly CompareStep[] {
  const { id: entryId, kind } = entry;
  const said = (step: StepKind, input: string): CompareStep => ({ kind: step, entryId, name: '', input });
  switch (kind) {
    case 'user_message':
      return [said('message', entry.text)];
    case 'assistant_message':
      return [
        ...(entry.text.trim() === '' ? [] : [said('answer', entry.text)]),
        ...entry.calls.map(
          ({ id: callId, name, arguments: input }): CompareStep => ({ kind: 'call', entryId, callId, name, input }),
        ),
      ];
    case 'handoff':
      return [said('handoff', entry.agent.name)];
    case 'compaction':
      return [said('compaction', entry.summary)];
    case 'user_todo_edit':
      return [said('todo_edit', entry.action)];
    case 'intervention':
      return [said('intervention', [...changedParts(entry), entry.context ?? ''].join('\n').trim())];
    case 'tool_result':
    case 'outputs_cleared':
    case 'todos_restored':
    case 'reminder':
    case 'label':
    case 'run_started':
    case 'run_finished':
    case 'run_queued':
    case 'run_dequeued':
    case 'run_paused':
    case 'run_resumed':
    case 'run_revived':
    case 'tool_started':
    case 'approval_asked':
    case 'approval_decided':
    case 'usage':
    case 'retry':
    case 'files_changed':
      return [];
    default:
      return assertNever(entry);
  }
}

/** From the closest likeness to the loosest: the same words or arguments, the same target, the same kind. */
export const STEP_KEYS: readonly ((step: CompareStep) => string)[] = [
  (step) => JSON.stringify([step.kind, step.name, inputKey(step)]),
  (step) => JSON.stringify([step.kind, step.name, targetOf(step)]),
  (step) => JSON.stringify([step.kind, step.name]),
];

/** How the model happened to write its arguments down makes no difference. */
export function inputKey({ kind, input }: CompareStep): string {
  return kind === 'call' ? canonicalText(input) : input.trim();
}

/** What a call acts on: the first of its arguments that is a text. */
function targetOf({ kind, input }: CompareStep): string {
  const args = kind === 'call' ? parseJson(input) : undefined;
  const target = isRecord(args) ? Object.values(args).find((value) => typeof value === 'string') : undefined;
  return typeof target === 'string' ? target : '';
}
