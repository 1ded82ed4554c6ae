import { zstdDecompressSync } from 'node:zlib';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { storedJson, type Json } from '../../shared/lib/json.ts';
import type { AgentSnapshot } from '../../shared/run/agent.ts';
import type { NextRequest, SentRequest } from '../../shared/run/next-request.ts';
import type { RequestRecord } from '../../shared/run/request-record.ts';
import { droppedTools } from '../../shared/thread/dropped-tools.ts';
import type { PathEntry } from '../../shared/thread/entry.ts';
import { seenByRun } from '../../shared/thread/history-limit.ts';
import { hashOf, requestBody, requestText } from '../agent/request-body.ts';
import type { ToolSchema } from '../agent/model.ts';
import { blobOf } from '../threads/blobs.ts';
import { wholeBranch } from '../threads/branches.ts';
import type { ReadDb } from '../threads/database.ts';
import { requestsFrom, startOfRun, type RequestFrom } from '../threads/requests.ts';

/**
 * The very request that a run sends when it goes on from `entryId`, and what was sent from there before, if anything was.
 * `runId`: the run whose agent goes on; absent: the one that sent from there last, else the one that wrote the entry. Fails
 * with `entry_not_found`, and with `no_agent` where no run tells which agent that is.
 */
export function contextOf(
  db: ReadDb,
  where: { readonly threadId: string; readonly entryId: string; readonly runId?: string },
): Result<NextRequest> {
  const { threadId, entryId } = where;
  const path = wholeBranch(db, threadId, entryId);
  const last = path.at(-1);
  if (last === undefined) return fail('entry_not_found', 'This entry is not in the thread', 'Reload the thread');
  const sent = requestsFrom(db, threadId, entryId).findLast(
    ({ runId }) => where.runId === undefined || runId === where.runId,
  );
  const runId = where.runId ?? sent?.runId ?? last.runId;
  const start = runId === undefined ? undefined : startOfRun(db, threadId, runId);
  if (runId === undefined || start === undefined)
    return fail('no_agent', 'No run has gone on from here', 'Start one to see its request');
  const dropped = droppedTools(path);
  const known = toolsOf(db, sent?.request ?? newestRequest(path));
  const tools = known?.filter(({ name }) => !dropped.has(name));
  const agent = agentAt(path, runId) ?? start.agent;
  const body = requestBody(agent, seenByRun(path, runId, start.historyLimit), tools ?? []);
  const { instructions, messages } = body;
  return ok({
    model: agent.model,
    instructions,
    messages,
    ...(tools === undefined ? {} : { tools: tools as unknown as Json }),
    ...(sent === undefined ? {} : { sent: sentRequest(db, sent, hashOf(requestText(body))) }),
  });
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
