import { zstdDecompressSync } from 'node:zlib';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { storedJson, type Json } from '../../shared/lib/json.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { NextRequest, SentRequest } from '../../shared/run/next-request.ts';
import type { RequestRecord } from '../../shared/run/request-record.ts';
import { droppedTools } from '../../shared/thread/dropped-tools.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import { seenByRun } from '../../shared/thread/history-limit.ts';
import { hashInSlices, hashOf, requestBody, requestText, type RequestBody } from '../agent/request-body.ts';
import type { ToolSchema } from '../agent/model.ts';
import { blobOf } from '../threads/blobs.ts';
import { wholeBranch } from '../threads/branches.ts';
import type { ReadDb } from '../threads/database.ts';
import { notesAbout } from '../threads/entries.ts';
import { requestsFrom, startOfRun, type RequestFrom } from '../threads/requests.ts';

export type ContextPlace = { readonly threadId: string; readonly entryId: string; readonly runId?: string };

/**
 * The very request that a run sends when it goes on from `entryId`, and what was sent from there before, if anything was.
 * `runId`: the run whose agent goes on; absent: the one that sent from there last, else the one that wrote the entry. Fails
 * with `entry_not_found`, and with `no_agent` where no run tells which agent that is.
 */
export function contextOf(db: ReadDb, where: ContextPlace): Result<NextRequest> {
  const found = bodyAt(db, where, wholeBranch(db, where.threadId, where.entryId));
  return found.ok ? ok(nextRequest(db, found.value, hashOf(requestText(found.value.body)))) : found;
}

/** The same where the branch has been read, with turns for others in between. */
export async function contextAt(
  db: ReadDb,
  where: ContextPlace,
  path: readonly PathEntry[],
): Promise<Result<NextRequest>> {
  const found = bodyAt(db, where, path);
  if (!found.ok) return found;
  const { body, sent } = found.value;
  return ok(nextRequest(db, found.value, sent === undefined ? '' : await hashInSlices(body)));
}

type BodyAt = Pick<GoingOn, 'agent' | 'sent'> & { readonly body: RequestBody; readonly toolsKnown: boolean };

function bodyAt(db: ReadDb, where: ContextPlace, path: readonly PathEntry[]): Result<BodyAt> {
  const found = goingOn(db, where, path);
  if (!found.ok) return found;
  const { agent, seen, tools = [], sent } = found.value;
  const told = tools.filter(({ dropped }) => !dropped).map(({ tool }) => tool);
  const toolsKnown = found.value.tools !== undefined;
  return ok({ agent, body: requestBody(agent, seen, told), toolsKnown, ...(sent === undefined ? {} : { sent }) });
}

/** `hash`: that of the body; of no use where nothing was sent. */
function nextRequest(db: ReadDb, { agent, body, toolsKnown, sent }: BodyAt, hash: string): NextRequest {
  const { instructions, messages, tools } = body;
  return {
    model: agent.model,
    instructions,
    messages,
    ...(toolsKnown ? { tools: tools as unknown as Json } : {}),
    ...(sent === undefined ? {} : { sent: sentRequest(db, sent, hash) }),
  };
}

/** Who goes on from the end of a branch, and with what. */
export type GoingOn = {
  readonly agent: AgentSnapshot;
  /** The end of the branch that the run sees. */
  readonly seen: readonly PathEntry[];
  readonly historyLimit?: number;
  /** Absent where nobody knows which they were. */
  readonly tools?: readonly { readonly tool: ToolSchema; readonly dropped: boolean }[];
  /** What was sent from there before. */
  readonly sent?: RequestFrom;
};

/** `path`: the branch that ends with the entry. */
export function goingOn(db: ReadDb, where: ContextPlace, path: readonly PathEntry[]): Result<GoingOn> {
  const { threadId, entryId } = where;
  const last = path.at(-1);
  if (last === undefined) return fail('entry_not_found', 'This entry is not in the thread', 'Reload the thread');
  const sent = requestsFrom(db, threadId, entryId).findLast(
    ({ runId }) => where.runId === undefined || runId === where.runId,
  );
  const runId = where.runId ?? sent?.runId ?? startedFrom(db, entryId) ?? path.findLast(belongsToRun)?.runId;
  const start = runId === undefined ? undefined : startOfRun(db, threadId, runId);
  if (runId === undefined || start === undefined)
    return fail('no_agent', 'No run has gone on from here', 'Start one to see its request');
  const { historyLimit } = start;
  const dropped = droppedTools(path);
  const tools = toolsOf(db, sent?.request ?? newestRequest(path))?.map((tool) => ({
    tool,
    dropped: dropped.has(tool.name),
  }));
  return ok({
    agent: agentAt(path, runId) ?? start.agent,
    seen: seenByRun(path, runId, historyLimit),
    ...(historyLimit === undefined ? {} : { historyLimit }),
    ...(tools === undefined ? {} : { tools }),
    ...(sent === undefined ? {} : { sent }),
  });
}

/** The newest run that began there, and has not been answered yet. */
function startedFrom(db: ReadDb, entryId: string): string | undefined {
  return notesAbout(db, [entryId]).findLast(({ kind }) => kind === 'run_started')?.runId;
}

/** What a person does while nothing works belongs to no run. */
function belongsToRun({ runId }: PathEntry): boolean {
  return runId !== undefined;
}

/** The agent that a run has handed over to by the end of `path`. */
function agentAt(path: readonly PathEntry[], runId: string): AgentSnapshot | undefined {
  const handoff = path.findLast((entry) => entry.kind === 'handoff' && entry.runId === runId);
  return handoff?.kind === 'handoff' ? handoff.agent : undefined;
}

function newestRequest(path: readonly PathEntry[]): RequestRecord | undefined {
  const answer = path.findLast((entry) => entry.kind === 'assistant_message');
  return answer?.kind === 'assistant_message' ? answer.request : undefined;
}

function toolsOf(db: ReadDb, request: RequestRecord | undefined): readonly ToolSchema[] | undefined {
  const bytes = request === undefined ? undefined : blobOf(db, request.tools);
  // What a run has put there.
  return bytes === undefined ? undefined : (storedJson(Buffer.from(bytes).toString()) as unknown as ToolSchema[]);
}

function sentRequest(db: ReadDb, { request: { hash, body } }: RequestFrom, hashNow: string): SentRequest {
  const bytes = body === undefined ? undefined : blobOf(db, body);
  const told = { hash, matches: hash === hashNow };
  return bytes === undefined ? told : { ...told, body: storedJson(zstdDecompressSync(bytes).toString()) };
}
