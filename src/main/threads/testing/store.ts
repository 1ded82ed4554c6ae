import { PLAIN_AGENT } from '../../../shared/run/agent.ts';
import { must } from '../../../shared/lib/assert.ts';
import type { Result } from '../../../shared/lib/result.ts';
import type {
  AssistantMessageBody,
  RunStartedBody,
  ToolResultBody,
  UsageBody,
  UserMessageBody,
} from '../../../shared/thread/entry.ts';
import type { TodoItem } from '../../../shared/todos/list.ts';
import { silentLog } from '../../lib/log.ts';
import { appendEntries, type Append, type Appended } from '../append.ts';
import type { WriteDb } from '../database.ts';
import { openStore, type Store } from '../open.ts';
import { storesAround, type Stores } from '../stores.ts';
import { createThread } from '../thread-rows.ts';

/** The value of what must have gone well. */
export function good<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export function testStore(file = ':memory:'): Store {
  return good(openStore({ file, now: () => 0, log: silentLog }));
}

/** A home's store, in memory too unless given, with one for what is not saved beside it. */
export function testStores(home = testStore()): Stores {
  return good(storesAround(home, () => 0, silentLog));
}

export function testThread(db: WriteDb, id = 'thread', at = 1): string {
  good(createThread(db, { id, at, title: `Title of ${id}`, titleBy: 'auto' }));
  return id;
}

export function append(db: WriteDb, input: Partial<Append> & Pick<Append, 'tip' | 'drafts'>): Appended {
  return good(appendEntries(db, { threadId: 'thread', at: 10, head: 'follow', ...input }));
}

export function user(text = 'Do it'): UserMessageBody {
  return { kind: 'user_message', text, origin: 'person' };
}

export function assistant(body: Partial<AssistantMessageBody> = {}): AssistantMessageBody {
  return {
    kind: 'assistant_message',
    step: 1,
    model: 'local/small',
    text: 'Done.',
    reasoning: '',
    calls: [],
    finish: 'stop',
    sentAt: 5,
    ...body,
  };
}

export function started(agent: Partial<RunStartedBody['agent']> = {}): RunStartedBody {
  return {
    kind: 'run_started',
    agent: {
      id: 'agent-1',
      ...PLAIN_AGENT,
      name: 'Helper',
      model: 'local/small',
      instructions: 'Help.',
      tools: ['write_todos'],
      todos: 'list',
      limits: { steps: 10 },
      overrides: {},
      workspace: '/project',
      ...agent,
    },
  };
}

export function used(input: number, cost?: number): UsageBody {
  const tokens = { input, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  return cost === undefined
    ? { kind: 'usage', model: 'local/small', tokens }
    : { kind: 'usage', model: 'local/small', tokens, cost };
}

export function todosWritten(messageId: string, ...statuses: TodoItem['status'][]): ToolResultBody {
  const todos = statuses.map((status, index): TodoItem => ({ id: `t${index}`, content: `Item ${index}`, status }));
  return {
    kind: 'tool_result',
    messageId,
    callId: 'call',
    toolName: 'write_todos',
    content: 'ok',
    isError: false,
    details: { kind: 'todos', todos },
  };
}

/** Appends a path of `length` user messages, `m1` onwards, in one go. */
export function longPath(db: WriteDb, length: number, threadId = 'thread'): readonly string[] {
  const ids = Array.from({ length }, (_, index) => `m${index + 1}`);
  append(db, { threadId, tip: null, drafts: ids.map((id) => ({ id, body: user(id) })) });
  return ids;
}

export function last<T>(items: readonly T[]): T {
  return must(items.at(-1), 'last item');
}
