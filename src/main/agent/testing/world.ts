import { PLAIN_AGENT, type AgentSnapshot, type Limits } from '../../../shared/run/agent.ts';
import type { LiveEvent } from '../../../shared/run/live.ts';
import { permissionFor, type Grant, type Permissions } from '../../../shared/run/permission.ts';
import type { CheckpointPart } from '../../../shared/thread/checkpoint.ts';
import type { Draft } from '../../../shared/thread/draft.ts';
import { isPathEntry, type Entry } from '../../../shared/thread/entry.ts';
import type { TodoPhase } from '../../../shared/todos/phases.ts';
import type { TodoItem } from '../../../shared/todos/list.ts';
import { fold } from '../../../shared/lib/fold.ts';
import { countedFold } from '../../../shared/run/context.ts';
import { DEFAULT_COMPACTION, type CompactionSettings } from '../../../shared/settings.ts';
import type { CompactionWish } from '../compaction/parts.ts';
import { assertNever } from '../../../shared/lib/assert.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/lib/result.ts';
import { scriptedModel } from '../../models/scripted.ts';
import type { ScriptedStep } from '../../models/scenario.ts';
import type { ResolvedAgent } from '../agent.ts';
import { turnIn, type Decision } from '../asked.ts';
import type { AgentReport, AgentTask, LoopEffects, TodoRules } from '../effects.ts';
import { runAgent, type LoopResult } from '../loop.ts';
import type { Model, ModelRequest } from '../model.ts';
import type { AnyTool } from '../tool.ts';

/** A loop's effects, kept in memory, for tests of the loop. Time stands still; sleeping takes none of it. */
export type World = {
  readonly entries: Entry[];
  readonly live: LiveEvent[];
  readonly checkpoints: CheckpointPart[];
  readonly waits: number[];
  readonly announced: (readonly TodoItem[])[];
  /** Plans in phases, as they were announced. */
  readonly phases: (readonly TodoPhase[])[];
  /** The copy of the list. */
  kept?: readonly TodoItem[];
  readonly requests: ModelRequest[];
  readonly controller: AbortController;
  /** Compactions that a person asks for. */
  readonly wishes: CompactionWish[];
  /** What people were told of compactions. */
  readonly problems: Failure[];
  run(steps: readonly ScriptedStep[], options?: RunOptions): Promise<LoopResult>;
};

export type RunOptions = Partial<
  Pick<AgentSnapshot, 'todos' | 'answer' | 'handoffs' | 'subagents' | 'reasoning' | 'limits'>
> & {
  /** Answers what agents are asked. */
  readonly ask?: (task: AgentTask) => Result<AgentReport> | Promise<Result<AgentReport>>;
  readonly maxSteps?: number;
  readonly todoRules?: Partial<TodoRules>;
  readonly permissions?: Permissions;
  readonly grants?: readonly Grant[];
  /** The limit that is reached before this many model calls. */
  readonly limit?: { readonly calls: number; readonly limit: keyof Limits };
  /** Absent: any number. */
  readonly mostRepeats?: number;
  /** Agents to hand over to, or to ask, by id. */
  readonly others?: Readonly<Record<string, ResolvedAgent>>;
  readonly tools?: readonly AnyTool[];
  readonly model?: Model;
  /** Tokens that the scripted model can read. */
  readonly contextWindow?: number;
  readonly compaction?: Partial<CompactionSettings>;
  /** Writes the summaries instead of the model. */
  readonly summariser?: Model;
  /** What the person has written since, asked between steps. */
  readonly said?: (world: World) => string | undefined;
  readonly decide?: (callId: string, world: World) => Decision | Promise<Decision>;
  /** Asked before each append: whether the store is full. */
  readonly full?: (kind: Entry['kind'] | undefined) => boolean;
};

const RUN = 'run';

export function createWorld(): World {
  let ids = 0;
  const world: World = {
    entries: [],
    live: [],
    checkpoints: [],
    waits: [],
    announced: [],
    phases: [],
    requests: [],
    controller: new AbortController(),
    wishes: [],
    problems: [],
    async run(steps, options = {}) {
      const {
        tools = [],
        todos = false,
        maxSteps = 20,
        answer,
        handoffs = [],
        subagents = [],
        reasoning = 'default',
      } = options;
      const inner =
        options.model ??
        scriptedModel({ id: 'scripted/test', contextWindow: options.contextWindow, scenario: { steps } });
      const model: Model = {
        id: inner.id,
        contextWindow: inner.contextWindow,
        stream(request, signal) {
          world.requests.push(request);
          return inner.stream(request, signal);
        },
      };
      const snapshot: AgentSnapshot = {
        ...PLAIN_AGENT,
        name: 'tester',
        model: model.id,
        instructions: 'Test.',
        tools: tools.map(({ name }) => name),
        todos,
        answer,
        handoffs,
        subagents,
        reasoning,
        limits: { steps: maxSteps },
        overrides: {},
      };
      if (world.entries.length === 0)
        append([{ id: 'start', body: { kind: 'user_message', text: 'Go', origin: 'person' } }]);
      return runAgent({ snapshot, model, tools }, effects(options), world.controller.signal);
    },
  };

  const append: LoopEffects['append'] = (drafts) => {
    const first = world.entries.length;
    for (const draft of drafts) world.entries.push(entryOf(draft));
    return ok(world.entries.slice(first));
  };

  function entryOf(draft: Draft): Entry {
    const stamp = { id: draft.id, threadId: 'thread', seq: (ids += 1), at: 0, runId: RUN, v: 1 };
    if ('targetId' in draft) return { ...stamp, targetId: draft.targetId, ...draft.body };
    return { ...stamp, parentId: world.entries.findLast(isPathEntry)?.id ?? null, ...draft.body };
  }

  function effects({ decide, said, full, limit, others = {}, todoRules, ...given }: RunOptions): LoopEffects {
    const { permissions = { approvals: {}, commandRules: [] }, grants = [] } = given;
    return {
      now: () => 0,
      newId: () => `id${(ids += 1)}`,
      random: () => 0,
      ready: async () => ok(null),
      branch: () => world.entries.filter(isPathEntry),
      async sleep(ms) {
        world.waits.push(ms);
      },
      append(drafts) {
        if (full?.(drafts[0]?.body.kind) === true) return fail('disk_full', 'The disk is full');
        return append(drafts);
      },
      keepRequest: () => undefined,
      checkpoint(part) {
        world.checkpoints.push(part);
        return true;
      },
      live: (event) => world.live.push({ ...event, runId: RUN }),
      attachment: () => undefined,
      permit: (question) => permissionFor(question, permissions, grants),
      limitReached: () => (limit !== undefined && world.requests.length >= limit.calls ? limit.limit : undefined),
      mostRepeats: () => given.mostRepeats ?? 0,
      compaction: {
        settings: () => ({ ...DEFAULT_COMPACTION, ...given.compaction }),
        model: (own) => ok(given.summariser ?? own),
        counted: () => fold(countedFold, world.entries).counted,
        wish: () => world.wishes.shift(),
        begun: () => new AbortController().signal,
        failed: (error) => world.problems.push(error),
      },
      findAgent: async (id) => {
        const other = others[id];
        return other === undefined ? fail('agent_not_found', 'Gone') : ok(other);
      },
      askAgent: async (task) => given.ask?.(task) ?? fail('too_deep', 'No further'),
      decidedAlone: () => ({}),
      steer: () => {
        const text = said?.(world);
        if (text === undefined) return ok(false);
        append([{ id: `id${(ids += 1)}`, body: { kind: 'user_message', text, origin: 'person' } }]);
        return ok(true);
      },
      takeUpTask: () => undefined,
      turnSoFar: (messageId) =>
        turnIn(world.entries.flatMap((one) => (isPathEntry(one) || one.targetId !== messageId ? [] : [one]))),
      async decide({ callId }) {
        return (await decide?.(callId, world)) ?? { decision: 'approved', by: 'person' };
      },
      todosChanged: (todos) => world.announced.push(todos),
      todoPhasesChanged: (phases) => world.phases.push(phases),
      keepTodos: (todos) => (world.kept = todos),
      keptTodos: () => world.kept,
      todoRules: { enabled: true, storage: 'session', stripsOnResume: false, reminders: 3, ...todoRules },
      log: () => undefined,
    };
  }

  return world;
}

/** The entries in a form that a test can compare whole: `kind detail`. */
export function told(world: World): readonly string[] {
  return world.entries.map((entry) => {
    switch (entry.kind) {
      case 'user_message':
        return `user ${entry.text}`;
      case 'handoff':
        return `handoff ${entry.from} → ${entry.agent.name}`;
      case 'assistant_message': {
        const calls = entry.calls.map(({ name }) => `+${name}`).join('');
        return `assistant ${entry.text}${calls}${entry.partial === undefined ? '' : ` (${entry.partial})`}`;
      }
      case 'tool_result':
        return `${entry.isError ? 'error' : 'result'} ${entry.callId} ${entry.content}`;
      case 'approval_decided':
        return `${entry.decision} ${entry.callId}`;
      case 'retry':
        return `retry ${entry.attempt} ${entry.waitMs}`;
      case 'files_changed':
        return `${entry.kind} ${entry.files.map(({ path }) => path).join(' ')}`;
      case 'approval_asked':
      case 'tool_started':
        return `${entry.kind} ${entry.callId}`;
      case 'compaction':
      case 'outputs_cleared':
      case 'user_todo_edit':
      case 'todos_restored':
      case 'reminder':
      case 'intervention':
      case 'label':
      case 'usage':
      case 'run_started':
      case 'run_finished':
      case 'run_queued':
      case 'run_dequeued':
      case 'run_paused':
      case 'run_resumed':
      case 'run_revived':
        return entry.kind;
      default:
        return assertNever(entry);
    }
  });
}
