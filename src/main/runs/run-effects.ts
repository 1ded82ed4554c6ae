import { must } from '../../shared/lib/assert.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import { decidedAlone } from '../../shared/run/approval-limit.ts';
import { permissionFor } from '../../shared/run/permission.ts';
import type { ResolvedAgent } from '../agent/agent.ts';
import { turnIn } from '../agent/asked.ts';
import type { LoopEffects, TodoRules } from '../agent/effects.ts';
import { sleep, whenAborted } from '../lib/abort.ts';
import { blobOf } from '../threads/blobs.ts';
import { saveCheckpoint } from '../threads/checkpoints.ts';
import { queuedMessages } from '../threads/queued-messages.ts';
import type { Approvals } from './approvals.ts';
import type { RunCompaction } from './compaction.ts';
import type { RunsDeps } from './deps.ts';
import { messageDraft } from './first-drafts.ts';
import type { Gate } from './gate.ts';
import { grantsOf } from './grants.ts';
import type { Journal } from './journal.ts';
import { requestKeeper } from './keep-request.ts';
import { keepTodos, keptTodos } from './kept-todos.ts';
import { limitReached } from './limits.ts';
import type { ParentRun } from './parent-run.ts';
import type { RunSetup, TodosOf } from './run-setup.ts';
import { notesOfRun } from './waiting-turn.ts';

type Parts = {
  readonly journal: Journal;
  readonly gate: Gate;
  readonly approvals: Approvals;
  readonly compaction: RunCompaction;
  /** An agent whose changes of files are recorded, where anything records them. */
  readonly recorded: (agent: ResolvedAgent) => ResolvedAgent;
  /** Keeps the program there that an agent lives in. */
  readonly hold: (agent: ResolvedAgent) => void;
  /** The run, as its sub-agents need it. */
  readonly asParent: () => ParentRun;
  /** Nobody decides now about what it waits for. */
  readonly unattended: () => void;
};

/** What the loop of one run does to the world. */
export function runEffects(setup: RunSetup, deps: RunsDeps, parts: Parts): LoopEffects {
  const { id: runId, threadId, parent } = setup;
  const { journal, gate, approvals, compaction, recorded, hold, asParent, unattended } = parts;
  const { read } = deps.store;
  const keep = requestKeeper(deps);
  const todosOf: TodosOf = { threadId, agent: setup.agent.snapshot.name, isSubagent: parent !== undefined };

  function steer(): Result<boolean> {
    const drafts = queuedMessages(read, threadId)
      .filter((queued) => queued.runId === runId)
      .map(messageDraft);
    if (drafts.length === 0) return ok(false);
    const taken = journal.append(drafts);
    if (!taken.ok) return taken;
    deps.publish({ type: 'changed', what: 'queue' });
    return ok(true);
  }

  return {
    now: deps.now,
    newId: deps.newId,
    random: deps.random,
    sleep,
    ready: gate.pass,
    branch: journal.branch,
    append: journal.append,
    keepRequest(request) {
      const kept = keep(request);
      if (!kept.ok) deps.log('warn', 'A request was not kept', { runId, code: kept.error.code });
      return kept.ok ? kept.value : undefined;
    },
    checkpoint(part) {
      const stored = saveCheckpoint(deps.store.write, { ...part, runId, threadId, parentId: journal.tip() });
      // The answer goes on: a checkpoint only matters after a kill.
      if (!stored.ok) deps.log('warn', 'A checkpoint was not stored', { runId, code: stored.error.code });
      return stored.ok;
    },
    live: (event) => deps.live.event(threadId, { ...event, runId }),
    attachment: (id) => blobOf(read, id),
    permit: (question) => permissionFor(question, journal.record().agent, grantsOf(read, threadId)),
    limitReached: () => limitReached(journal.record(), journal.worked(), deps) ?? parent?.limitReached(),
    mostRepeats: deps.mostRepeats,
    compaction: compaction.parts,
    async findAgent(agentId) {
      const found = await setup.findAgent(agentId);
      if (!found.ok) return found;
      hold(found.value);
      return ok(recorded(found.value));
    },
    async askAgent(task, signal) {
      const { callId } = task;
      const asking = journal
        .branch()
        .findLast((entry) => entry.kind === 'assistant_message' && entry.calls.some(({ id }) => id === callId));
      const spawnedBy = { threadId, runId, messageId: must(asking, 'the message of a call').id, callId };
      const asked = setup.askAgent(task, spawnedBy, asParent(), signal);
      if (!asked.ok) return asked;
      // The sub-agents work now: when all of them wait for a person, others may have the place.
      gate.leave();
      return ok(await asked.value);
    },
    takeUpTask: (messageId, callId, signal) => setup.takeUpTask({ threadId, runId, messageId, callId }, signal),
    turnSoFar: (messageId) => turnIn(notesOfRun(read, runId, messageId)),
    decidedAlone: () => decidedAlone(journal.record().agent.approvalLimit, deps.now()),
    steer,
    async decide(request, signal) {
      // A person may take hours: others work meanwhile.
      gate.leave();
      const aborted = whenAborted(signal);
      // Whoever else decides may never do so; a stop is then a withdrawal, as with a person.
      const asks = { threadId, isSubagent: parent !== undefined };
      const decided = await Promise.race([setup.onApproval?.(request, asks), aborted.promise]);
      aborted.dispose();
      if (decided === 'rest') unattended();
      return decided === 'rest' || decided === undefined ? approvals.wait(request, signal) : decided;
    },
    todosChanged: (todos) => setup.onTodos?.(todos, todosOf),
    todoPhasesChanged: (phases) => setup.onTodoPhases?.(phases, todosOf),
    keepTodos(todos) {
      if (deps.store === deps.stores.unsaved) return;
      const kept = keepTodos(deps.store, threadId, journal.tip(), todos);
      // The list stays as it is: its copy is written again when the thread is opened.
      if (!kept.ok) deps.log('warn', 'A list was not copied to its thread', { runId, code: kept.error.code });
    },
    keptTodos: () => keptTodos(deps.store, threadId, journal.tip()),
    todoRules: todoRules(deps, setup),
    log: deps.log,
  };
}

function todoRules(
  { todoRules: rules, store, stores }: RunsDeps,
  { resumed, parent }: Pick<RunSetup, 'resumed' | 'parent'>,
): TodoRules {
  const { enabled, stripsOnResume, reminders } = rules();
  const storage = store === stores.unsaved ? 'memory' : 'session';
  // Whoever does a task for another agent is not to be kept at it by a plan.
  return { enabled: enabled && parent === undefined, reminders, storage, stripsOnResume: stripsOnResume && resumed };
}
