import type { Answer, ParsedInput } from '../../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { DEMO_AGENT_ID, type AgentOverrides, type AgentSnapshot } from '../../../shared/run/agent.ts';
import { isCodeAgentId } from '../../../shared/run/code.ts';
import { openAtEnd } from '../../../shared/run/open-todos.ts';
import { addCounts } from '../../../shared/run/status.ts';
import type { Grant } from '../../../shared/run/permission.ts';
import type { RunWish } from '../../connect/programs/programs.ts';
import { DEMO_PROMPT, DEMO_TITLE } from '../../demo/demo-agent.ts';
import { prepareDemo } from '../../demo/prepare.ts';
import type { RunPlace } from '../../files/run-place.ts';
import { travelFrom } from '../../runs/travel.ts';
import { agentAt } from '../../threads/agent-at.ts';
import { wholeBranch } from '../../threads/branches.ts';
import { answerAgain } from '../../runs/answer-again.ts';
import { copyToMemory } from '../../histories/copy-to-memory.ts';
import { forgetThread } from '../../histories/remove-thread.ts';
import { pace } from '../../lib/pace.ts';
import { addGrant } from '../../runs/grants.ts';
import { resolveAgain, resolveAgent } from '../../runs/resolve.ts';
import { allowForAgent } from '../../settings/agents.ts';
import { planProgress } from '../../../shared/todos/plan.ts';
import { changeSettings } from '../../settings/settings.ts';
import { planAt } from '../../threads/plans.ts';
import { newestRun, ownRunAt, runAt } from '../../threads/runs.ts';
import { headOf } from '../../threads/thread-rows.ts';
import { queuedMessage, QUEUE_GONE } from '../../threads/queued-messages.ts';
import type { HandlersOf } from '../router.ts';
import { attachmentsFor } from './attachments-for.ts';
import type { RouteDeps } from './deps.ts';
import { noCopy } from './no-copy.ts';
import { createRunStarter } from './start-run.ts';
import { threadGone } from './thread-gone.ts';

const CHOOSE_AGENT = fail(
  'choose_agent',
  'Which agent answered here is not known, or only by the word of a file',
  'Choose the agent that is to answer',
);

export function runRoutes(deps: RouteDeps): HandlersOf<'run' | 'runs' | 'demo'> {
  const { store, stores, runs, programs, home, host, now, newId, publish } = deps;
  const clock = (): number => performance.now();
  const starter = createRunStarter(deps);
  const { resolving } = starter;

  /** The program that makes the run has the say about it. */
  async function decideElsewhere({ runId, callId, decision, reason, always }: ParsedInput<'run.decide'>) {
    if (always !== undefined) {
      const message = 'What the agents of a program may always do is set in the program';
      return fail('agent_in_code', message, 'Approve this one call instead');
    }
    return programs.decide(runId, callId, decision, reason) ?? fail('run_not_active', 'This run has already ended');
  }

  /** The thread is told in any case: the run that asked goes by the agent as it was when it began. */
  function allow(threadId: string, grant: Grant, scope: 'thread' | 'agent'): Result<null> {
    const granted = addGrant(store.write, threadId, grant);
    if (!granted.ok) return granted;
    runs.permissionsChanged(threadId);
    const agentId = newestRun(store.read, threadId)?.agent.id;
    if (scope === 'thread' || agentId === undefined) return ok(null);
    if (isCodeAgentId(agentId)) {
      const message = 'What an agent in code may always do is set in its code';
      return fail('agent_in_code', message, 'It is allowed for the rest of this thread');
    }
    const allowed = allowForAgent(stores.home.write, agentId, grant, now());
    if (allowed.ok) publish({ type: 'changed', what: 'agents' });
    return allowed;
  }

  /** What was chosen is what the next New run offers, and what agents without a model of their own use. */
  function rememberModel(model: string | undefined): void {
    if (model === undefined || model === '') return;
    const changed = changeSettings(stores.home.write, { model });
    if (changed.ok) publish({ type: 'changed', what: 'settings' });
  }

  /** Own runs first: no program holds them up. */
  function onAll(wish: RunWish, own: () => void): Promise<Result<null>> {
    own();
    return programs.tellAll(wish);
  }

  /** An agent as it was set up then, otherwise as it is now. */
  function resolveAsThen(then: AgentSnapshot, overrides: AgentOverrides = {}, place: RunPlace) {
    const agent = { ...then, ...place, overrides: { ...then.overrides, ...overrides } };
    const { id: agentId = '' } = agent;
    return isCodeAgentId(agentId) ? starter.resolve({ ...agent, agentId }) : resolveAgain(resolving, agent);
  }

  async function startMessage({
    threadId: given,
    agentId,
    text,
    attachments,
    workspace,
    workspaceMode: mode,
    ...wish
  }: ParsedInput<'run.start'>): Promise<Result<Answer<'run.start'>>> {
    const may = given === undefined ? ok(null) : starter.mayRun(given);
    if (!may.ok) return may;
    const threadId = given ?? newId();
    const { branch, overrides, model, force, interrupt, queuedId } = wish;
    const queued = queuedId === undefined ? undefined : queuedMessage(store.read, queuedId);
    if (queuedId !== undefined && queued?.threadId !== threadId) return { ok: false, error: QUEUE_GONE };
    const from = branch === undefined ? (headOf(store.read, threadId) ?? null) : branch.fromEntryId;
    const at = branch && { parentId: branch.fromEntryId, activate: branch.activate };
    const before = overrides ?? ownRunAt(store.read, threadId, from)?.agent.overrides ?? {};
    const choice = { agentId, overrides: model === undefined ? before : withModel(before, model) };
    const kept = attachmentsFor(stores, store, attachments ?? [], now());
    if (!kept.ok) return kept;
    const { id, ...said } = queued ?? { id: undefined, text, attachments };
    const input = { type: 'message', id, text: said.text, attachments: said.attachments } as const;
    const started = await starter.startIn(
      { threadId, at: from, workspace, mode, asOf: branch?.files === 'then' },
      (place) => starter.resolve({ ...choice, ...place }),
      { threadId, input, at, force, interrupt, saveHistory: store === stores.home },
    );
    if (!started.ok) return started;
    rememberModel(model ?? overrides?.model);
    if (queued !== undefined) publish({ type: 'changed', what: 'queue' });
    return ok({ threadId, runId: started.value.runId });
  }

  /** A saved thread stays as it is when a run on it is not to be saved. */
  function isForCopy(threadId: string | undefined): threadId is string {
    return threadId !== undefined && store === stores.unsaved && stores.of(threadId) === stores.home;
  }

  async function startOnCopy(input: ParsedInput<'run.start'>): Promise<Result<Answer<'run.start'>>> {
    const { threadId = '', branch, ...rest } = input;
    const from = branch === undefined ? headOf(stores.home.read, threadId) : branch.fromEntryId;
    if (from === undefined) return threadGone();
    if (branch?.files === 'then') return noCopy();
    const memory = { stores, now, clock, newId, pace: pace(clock) };
    const copied = await copyToMemory(memory, threadId, from);
    if (!copied.ok) return copied;
    const started = await startMessage({ ...rest, threadId: from === null ? undefined : copied.value });
    if (!started.ok) await forgetThread(stores.unsaved, memory, copied.value);
    return started;
  }

  return {
    'run.start': (input) => (isForCopy(input.threadId) ? startOnCopy(input) : startMessage(input)),
    async 'run.regenerate'({ threadId, entryId, agentId, overrides, activate, files, force }) {
      const may = starter.mayRun(threadId);
      if (!may.ok) return may;
      const again = answerAgain(store.read, threadId, entryId);
      if (!again.ok) return again;
      const { parentId, by } = again.value;
      if (agentId === undefined && by === undefined) {
        return CHOOSE_AGENT;
      }
      const started = await starter.startIn(
        { threadId, at: parentId, asOf: files === 'then' },
        (place) =>
          agentId === undefined && by !== undefined
            ? resolveAsThen(by, overrides, place)
            : starter.resolve({ agentId: agentId ?? '', overrides: overrides ?? {}, ...place }),
        { threadId, input: { type: 'again' }, at: { parentId, activate }, force },
      );
      if (!started.ok) return started;
      rememberModel(overrides?.model);
      return ok({ runId: started.value.runId });
    },
    async 'run.travel'({ threadId, leafId, messageId, changes, activate, files, force }) {
      const may = starter.mayRun(threadId);
      if (!may.ok) return may;
      const travelled = travelFrom(wholeBranch(store.read, threadId, leafId), messageId, changes, newId);
      if (!travelled.ok) return travelled;
      const { parentId, drafts } = travelled.value;
      const then = agentAt(store.read, threadId, messageId);
      if (then === undefined || then.imported) return CHOOSE_AGENT;
      const started = await starter.startIn(
        { threadId, at: parentId, asOf: files === 'then' },
        (place) => resolveAsThen(then.agent, undefined, place),
        { threadId, input: { type: 'travel', drafts }, at: { parentId, activate }, force },
      );
      return started.ok ? ok({ runId: started.value.runId }) : started;
    },
    async 'run.continue'({ threadId, force }) {
      const may = starter.mayRun(threadId);
      if (!may.ok) return may;
      const head = headOf(store.read, threadId) ?? null;
      const last = head === null ? undefined : runAt(store.read, threadId, head);
      const plan = head === null ? undefined : planAt(store.read, head);
      // One that finished with todos left open has something to go on with.
      const done = last?.status === 'finished' && openAtEnd(last.status, plan && planProgress(plan)) === 0;
      if (last === undefined || done) {
        return fail('nothing_to_continue', 'There is nothing to continue here', 'Write a message instead');
      }
      if (ownRunAt(store.read, threadId, head)?.id !== last.id) {
        const message = 'This run came in from a file: what it was allowed, and where it worked, is not known here';
        return fail('imported', message, 'Write a message instead');
      }
      const started = await starter.startIn({ threadId, at: head }, (place) => resolveAsThen(last.agent, {}, place), {
        threadId,
        input: { type: 'continue', runId: last.id },
        force,
      });
      return started.ok ? ok({ runId: started.value.runId }) : started;
    },
    'run.stop': ({ runId }) => programs.tell('run.stop', runId) ?? runs.stop(runId),
    async 'run.decide'({ runId, callId, decision, reason, always }) {
      if (programs.makes(runId)) return decideElsewhere({ runId, callId, decision, reason, always });
      const decided = runs.decide(runId, callId, { decision, reason, always: always?.scope });
      if (!decided.ok) return decided;
      const { threadId, question } = decided.value;
      if (always === undefined || decision === 'rejected') return ok(null);
      // Without a command, the grant would be for every use of the tool.
      if (always.what === 'command' && question.command === undefined) {
        return fail('no_command', `${question.tool} runs no command that could be allowed`, 'It is allowed this once');
      }
      const grant =
        always.what === 'tool' ? { tool: question.tool } : { tool: question.tool, command: question.command };
      return allow(threadId, grant, always.scope);
    },
    'run.decideAll': ({ runId, ...verdict }) => programs.decideAll(runId, verdict) ?? runs.decideAll(runId, verdict),
    'run.pause': ({ runId }) => programs.tell('run.pause', runId) ?? runs.pause(runId),
    'run.resume': ({ runId }) => programs.tell('run.resume', runId) ?? runs.resume(runId),
    'run.toFront': ({ runId }) => runs.toFront(runId),
    'run.startNow': ({ runId }) => runs.startNow(runId),
    'runs.counts': () => ok(addCounts(runs.counts(), programs.counts())),
    'runs.stopAll': () => onAll('run.stop', runs.stopAll),
    'runs.pauseAll': () => onAll('run.pause', runs.pauseAll),
    'runs.resumeAll': () => onAll('run.resume', runs.resumeAll),
    async 'demo.start'() {
      const { resources } = host;
      const copy = await prepareDemo({ resources, home, id: newId(), execPath: process.execPath });
      if (!copy.ok) return copy;
      const agent = resolveAgent(resolving, { agentId: DEMO_AGENT_ID, workspace: copy.value, overrides: {} });
      const started = await starter.start(agent, { title: DEMO_TITLE, input: { type: 'message', text: DEMO_PROMPT } });
      return started.ok ? ok({ threadId: started.value.threadId, runId: started.value.runId }) : started;
    },
  };
}

/** `null`: that of the agent. */
function withModel(overrides: AgentOverrides, model: string | null): AgentOverrides {
  const { model: _, ...others } = overrides;
  return model === null ? others : { ...others, model };
}
