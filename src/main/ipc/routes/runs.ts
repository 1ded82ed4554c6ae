import type { ParsedInput } from '../../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { DEMO_AGENT_ID } from '../../../shared/run/agent.ts';
import { isCodeAgentId } from '../../../shared/run/code.ts';
import type { ResolvedAgent } from '../../agent/agent.ts';
import type { RunWish } from '../../connect/programs/programs.ts';
import { resolveCodeAgent } from '../../connect/code/resolve-code-agent.ts';
import { DEMO_APPROVAL_MS, DEMO_PROMPT, DEMO_TITLE } from '../../demo/demo-agent.ts';
import { prepareDemo } from '../../demo/prepare.ts';
import { checkFolderFree } from '../../files/busy.ts';
import { choosePlace, startAt } from '../../files/run-place.ts';
import type { RunRequest, StartedRun } from '../../runs/registry.ts';
import { resolveAgain, resolveAgent, resolveModel, type AgentChoice } from '../../runs/resolve.ts';
import { allowForAgent } from '../../settings/agents.ts';
import { addGrant } from '../../runs/grants.ts';
import { addCounts } from '../../../shared/run/status.ts';
import type { Grant } from '../../../shared/run/permission.ts';
import { inTurn } from '../../lib/in-turn.ts';
import { changeSettings } from '../../settings/settings.ts';
import { sourceOf } from '../../threads/thread-rows.ts';
import { newestOwnRun, newestRun } from '../../threads/runs.ts';
import { threadSummary } from '../../threads/summaries.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';
import { threadGone } from './thread-gone.ts';
import { threadOfProgram } from './thread-of-program.ts';

export function runRoutes(deps: RouteDeps): HandlersOf<'run' | 'runs' | 'demo'> {
  const { store, runs, code, programs, files, keys, home, host, newId, publish } = deps;
  /** Of two that start at once in a folder, the second must see the first. */
  const startInTurn = inTurn();
  const resolving = { read: store.read, keys, home, shellPath: host.shellPath };

  /** No run goes on in a thread that is deleted: its purge would take what the run writes. */
  function isThere(threadId: string): boolean {
    return threadSummary(store.read, threadId) !== undefined;
  }

  function titleOf(threadId: string): string | undefined {
    return threadSummary(store.read, threadId)?.title;
  }

  async function resolve(choice: AgentChoice): Promise<Result<ResolvedAgent>> {
    if (!isCodeAgentId(choice.agentId)) return resolveAgent(resolving, choice);
    return resolveCodeAgent(code, choice, (id) => resolveModel(resolving, id));
  }

  /**
   * A folder that is not there is told now, before anything is stored, rather than by a run that fails at once; so is one
   * that another run may change, unless `force`.
   */
  async function start(
    agent: Result<ResolvedAgent>,
    { force, ...request }: Omit<RunRequest, 'agent'> & { readonly force?: boolean },
  ): Promise<Result<StartedRun>> {
    if (!agent.ok) return agent;
    const folder = (await agent.value.workspace?.check()) ?? ok(null);
    if (!folder.ok) return folder;
    const approveAfterMs = agent.value.snapshot.id === DEMO_AGENT_ID ? DEMO_APPROVAL_MS : undefined;
    const { snapshot } = agent.value;
    const { workspace, copy } = snapshot;
    // Others work where this one does.
    const findAgent = (agentId: string) => resolve({ agentId, overrides: {}, workspace, copy });
    return startInTurn(async () => {
      const others = runs.working().filter((run) => run.threadId !== request.threadId);
      const free = force === true ? ok(null) : await checkFolderFree(snapshot, others, titleOf);
      return free.ok ? runs.start({ ...request, agent: agent.value, approveAfterMs, findAgent }) : free;
    });
  }

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
    const allowed = allowForAgent(store.write, agentId, grant, deps.now());
    if (allowed.ok) publish({ type: 'changed', what: 'agents' });
    return allowed;
  }

  /** What was chosen is what the next New run offers, and what agents without a model of their own use. */
  function rememberModel(model: string | undefined): void {
    if (model === undefined || model === '') return;
    const changed = changeSettings(store.write, { model });
    if (changed.ok) publish({ type: 'changed', what: 'settings' });
  }

  /** Own runs first: no program holds them up. */
  function onAll(wish: RunWish, own: () => void): Promise<Result<null>> {
    own();
    return programs.tellAll(wish);
  }

  return {
    async 'run.start'({ threadId: given, agentId, text, attachments, workspace, ...wish }) {
      if (given !== undefined && !isThere(given)) return threadGone();
      if (given !== undefined && sourceOf(store.read, given) === 'code') return threadOfProgram();
      const threadId = given ?? newId();
      const { workspaceMode: mode, overrides, force } = wish;
      const wished = choosePlace(store.read, { threadId, workspace, mode });
      if (!wished.ok) return wished;
      const choice = { agentId, overrides: overrides ?? newestOwnRun(store.read, threadId)?.agent.overrides ?? {} };
      // What would fail anyway is told before anything is copied.
      const agent = await resolve(choice);
      if (!agent.ok) return agent;
      const started = await startAt(files, threadId, wished.value, async (place) => {
        const input = { type: 'message', text, attachments } as const;
        return start(await resolve({ ...choice, ...place }), { threadId, input, force });
      });
      if (!started.ok) return started;
      rememberModel(overrides?.model);
      return ok({ threadId, runId: started.value.runId });
    },
    async 'run.continue'({ threadId, force }) {
      if (!isThere(threadId)) return threadGone();
      if (sourceOf(store.read, threadId) === 'code') return threadOfProgram();
      const last = newestRun(store.read, threadId);
      if (last === undefined || last.status === 'finished') {
        return fail('nothing_to_continue', 'There is nothing to continue here', 'Write a message instead');
      }
      if (newestOwnRun(store.read, threadId)?.id !== last.id) {
        const message = 'This run came in from a file: what it was allowed, and where it worked, is not known here';
        return fail('imported', message, 'Write a message instead');
      }
      const { id: agentId = '', overrides, workspace, copy } = last.agent;
      const agent = isCodeAgentId(agentId)
        ? await resolve({ agentId, overrides, workspace, copy })
        : resolveAgain(resolving, last.agent);
      const started = await start(agent, {
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
      const started = await start(agent, { title: DEMO_TITLE, input: { type: 'message', text: DEMO_PROMPT } });
      return started.ok ? ok({ threadId: started.value.threadId, runId: started.value.runId }) : started;
    },
  };
}
