import { must } from '../../shared/lib/assert.ts';
import { fail, ok, type Failure, type Result } from '../../shared/lib/result.ts';
import { fold, type Fold } from '../../shared/lib/fold.ts';
import type { PermissionQuestion } from '../../shared/run/permission.ts';
import { stepRun, type RunRecord } from '../../shared/run/run-record.ts';
import type { Attachment } from '../../shared/thread/attachment.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { isPathEntry, type Entry, type PathEntry } from '../../shared/thread/entry.ts';
import type { TodoItem } from '../../shared/todos/list.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import { wholeBranch } from '../threads/branches.ts';
import { createThread, headOf } from '../threads/thread-rows.ts';
import { commit } from './commit.ts';
import type { RunsDeps } from './deps.ts';
import { beginRun, type ActiveRun, type RunResult, type RunSetup } from './active-run.ts';
import type { Verdict } from './approvals.ts';

export type MessageInput = {
  readonly type: 'message';
  readonly text: string;
  readonly attachments?: readonly Attachment[];
};

export type RunRequest = {
  readonly agent: ResolvedAgent;
  /** Absent, or not there yet: the run starts a new thread. */
  readonly threadId?: string;
  /** Of a new thread. Absent: the beginning of the message. */
  readonly title?: string;
  readonly input: MessageInput | { readonly type: 'continue'; readonly runId: string };
  readonly approveAfterMs?: number;
  readonly onTodos?: (todos: readonly TodoItem[]) => void;
  /** Absent: the agent hands over to nobody. */
  readonly handoff?: RunSetup['handoff'];
  readonly onApproval?: RunSetup['onApproval'];
};

export type Decided = { readonly threadId: string; readonly question: PermissionQuestion };

export type StartedRun = { readonly threadId: string; readonly runId: string; readonly ended: Promise<RunResult> };

export type Runs = {
  /** Refused with `thread_busy` while another run writes the thread's active branch. */
  readonly start: (request: RunRequest) => Result<StartedRun>;
  readonly stop: (runId: string) => Result<null>;
  /** Answers what was asked for, and by whose run. */
  readonly decide: (runId: string, callId: string, verdict: Verdict) => Result<Decided>;
  /** To be called when something was allowed in a thread: calls that wait for just that go on. */
  readonly permissionsChanged: (threadId: string) => void;
  /** Why the end of the thread's run could not be stored; `undefined` when it is stored, or has not come. */
  readonly unsaved: (threadId: string) => Failure | undefined;
  /** Ends every run as interrupted, and waits until each has committed what it had. */
  readonly close: () => Promise<void>;
};

/** What a continued run says for the person when the branch ends with an answer, which a model cannot answer itself. */
const CONTINUE_TEXT = 'Continue from where you stopped.';
const TITLE_LENGTH = 80;

const RECORD: Fold<RunRecord | undefined, Entry> = { init: undefined, step: stepRun };

/** The runs of one engine: at most one on the active branch of a thread. */
export function createRuns(deps: RunsDeps): Runs {
  const active = new Map<string, ActiveRun>();
  let closing = false;

  function start(request: RunRequest): Result<StartedRun> {
    if (closing) return fail('closing', 'Runlight is closing');
    const threadId = request.threadId ?? deps.newId();
    const busy = makeRoom(threadId);
    if (!busy.ok) return busy;
    const path = openPath(threadId, request);
    if (!path.ok) return path;
    const runId = deps.newId();
    const { drafts, tip } = firstDrafts(request, path.value, deps.newId);
    const first = commit(deps, { threadId, runId, tip: path.value.at(-1)?.id ?? null }, drafts);
    if (!first.ok) return first;
    const grown = [...path.value, ...first.value.entries.filter(isPathEntry)];
    deps.log('info', 'A run started', { runId, threadId, model: request.agent.snapshot.model, tip });
    const { agent, approveAfterMs, onTodos, onApproval } = request;
    const handoff = request.handoff ?? (() => fail('no_handoff', 'This agent hands over to nobody'));
    const record = must(fold(RECORD, first.value.entries), 'the record of a started run');
    const setup = { id: runId, threadId, agent, record, path: grown, approveAfterMs, onTodos, onApproval, handoff };
    const run = beginRun(setup, deps);
    active.set(runId, run);
    void run.saved.then(() => active.delete(runId));
    return ok({ threadId, runId, ended: run.ended });
  }

  /** Refuses a busy thread. A run that has ended but could not be stored gets one more chance first. */
  function makeRoom(threadId: string): Result<null> {
    const other = onThread(threadId);
    if (other === undefined) return ok(null);
    if (other.unsaved() !== undefined) return other.save();
    return fail('thread_busy', 'A run is already working on this thread', 'Wait until it ends, or stop it');
  }

  function onThread(threadId: string): ActiveRun | undefined {
    return [...active.values()].find((run) => run.threadId === threadId);
  }

  function openPath(threadId: string, { input, title }: RunRequest): Result<readonly PathEntry[]> {
    const head = headOf(deps.store.read, threadId);
    if (head === undefined && input.type === 'message') {
      const named = { title: title ?? titleOf(input.text), titleBy: 'auto' } as const;
      const created = createThread(deps.store.write, { id: threadId, at: deps.now(), ...named });
      return created.ok ? ok([]) : created;
    }
    if (head === undefined) return fail('thread_not_found', 'This thread does not exist');
    return ok(head === null ? [] : wholeBranch(deps.store.read, threadId, head));
  }

  return {
    start,
    stop(runId) {
      const run = active.get(runId);
      if (run === undefined) return fail('run_not_active', 'This run has already ended');
      run.stop('stopped');
      return ok(null);
    },
    decide(runId, callId, verdict) {
      const run = active.get(runId);
      if (run === undefined) return fail('run_not_active', 'This run has already ended');
      const question = run.decide(callId, verdict);
      return question.ok ? ok({ threadId: run.threadId, question: question.value }) : question;
    },
    permissionsChanged: (threadId) => onThread(threadId)?.permissionsChanged(),
    unsaved: (threadId) => onThread(threadId)?.unsaved(),
    async close() {
      closing = true;
      for (const run of active.values()) run.stop('interrupted');
      await Promise.all([...active.values()].map((run) => run.ended));
    },
  };
}

/** The entries that begin a run: what it answers, unless it goes on from a message that is there, and its start. */
function firstDrafts(
  { agent, input }: RunRequest,
  path: readonly PathEntry[],
  newId: () => string,
): { readonly drafts: readonly Draft[]; readonly tip: string } {
  const last = path.at(-1);
  const body =
    input.type === 'message'
      ? ({ kind: 'user_message', text: input.text, attachments: input.attachments, origin: 'person' } as const)
      : last === undefined || last.kind === 'assistant_message'
        ? ({ kind: 'user_message', text: CONTINUE_TEXT, origin: 'continue' } as const)
        : undefined;
  const message: Draft | undefined = body === undefined ? undefined : { id: newId(), body };
  const tip = must(message ?? last, 'what a run answers').id;
  const continues = input.type === 'continue' ? input.runId : undefined;
  const started: Draft = {
    id: newId(),
    targetId: tip,
    body: { kind: 'run_started', agent: agent.snapshot, continues },
  };
  return { drafts: message === undefined ? [started] : [message, started], tip };
}

function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1).trimEnd()}…`;
}
