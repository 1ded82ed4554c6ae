import { z } from 'zod';
import { AgentOverrides, AgentSettings, WorkspaceMode } from '../../run/agent.ts';
import type { RunCounts } from '../../run/status.ts';
import { route, Id, MessageText, Attachments, Nothing, Folder, SaveHistory } from './parts.ts';

/** Starts even where another run works in the same folder: otherwise that is refused with `folder_busy`. */
const Force = z.boolean().optional();
/** Whether the new branch is the active one. If not, it is made by a side run, beside which others may run. */
const Activate = z.boolean().default(true);
/** What a branch from an earlier entry works on: the folder as it is, or a copy of how it was at that entry. */
const Files = z.enum(['now', 'then']).default('now');

/** Starting runs, and everything a person does to one. */
export const runs = {
  /**
   * Starts a run with a new message: on the thread, or on a new one. With `saveHistory: false` a new thread is not saved; a
   * saved one stays as it is, and the run goes on in a copy of its branch that is not saved.
   */
  'run.start': route<{ readonly threadId: string; readonly runId: string }>()(
    z.object({
      threadId: Id.optional(),
      agentId: Id,
      text: MessageText,
      attachments: Attachments.optional(),
      /** Absolute path of the folder that the agent works in. */
      workspace: Folder.optional(),
      /** Whether it works in that folder or in the thread's own copy of it, which later runs of the thread go on in. */
      workspaceMode: WorkspaceMode.optional(),
      /** Instead of the agent's own. Absent: as in the thread's newest run. */
      overrides: AgentOverrides.optional(),
      /** Of this run and later ones of the thread, besides what else is overridden; `null`: the agent's own again. */
      model: AgentSettings.shape.model.min(1).nullable().optional(),
      /** Begins a branch: from an entry of the thread or, with `null`, from its beginning. Absent: goes on at its head. */
      branch: z.object({ fromEntryId: Id.nullable(), activate: Activate, files: Files }).optional(),
      saveHistory: SaveHistory,
      force: Force,
      /** Stops the thread's run first, if one works. */
      interrupt: z.boolean().optional(),
      /** Sends this queued message: its text and its files are those that the queue holds. */
      queuedId: Id.optional(),
    }),
  ),
  /**
   * Answers again, beside the answers that are there: an answer, or what a message was answered. With an agent or
   * overrides that are absent: as then. Fails with `entry_not_found`, `not_an_answer`, `choose_agent`.
   */
  'run.regenerate': route<{ readonly runId: string }>()(
    z.object({
      threadId: Id,
      entryId: Id,
      agentId: Id.optional(),
      overrides: AgentOverrides.optional(),
      activate: Activate,
      files: Files,
      force: Force,
    }),
  ),
  /**
   * Goes back to an answer of the branch that ends at `leafId` and lets a run go on from there with something changed: one
   * result, the message, more context, fewer tools. Fails with `entry_not_found`, `call_not_found`, `list_refused`,
   * `no_message`, `nothing_changed`, `changes_clash`, `choose_agent`.
   */
  'run.travel': route<{ readonly runId: string }>()(
    z.object({
      threadId: Id,
      leafId: Id,
      messageId: Id,
      changes: z.object({
        result: z
          .object({ callId: z.string(), content: z.string().max(1_000_000), isError: z.boolean().optional() })
          .optional(),
        message: z.string().trim().min(1, 'Write what the agent should do').max(1_000_000).optional(),
        context: z.string().trim().min(1).max(1_000_000).optional(),
        withoutTools: z.array(z.string()).max(200).optional(),
      }),
      activate: Activate,
      files: Files,
      force: Force,
    }),
  ),
  /** Goes on from where the run of the active branch ended, with the same agent. */
  'run.continue': route<{ readonly runId: string }>()(z.object({ threadId: Id, force: Force })),
  'run.stop': route<null>()(z.object({ runId: Id })),
  /** Takes effect before the next call of the model, or of the turn's tools. A queued run leaves the queue. */
  'run.pause': route<null>()(z.object({ runId: Id })),
  'run.resume': route<null>()(z.object({ runId: Id })),
  /** Of a queued run: it is the next to start. */
  'run.toFront': route<null>()(z.object({ runId: Id })),
  /** Of a queued run: it starts at once, however many work already. */
  'run.startNow': route<null>()(z.object({ runId: Id })),
  /** Of the engine's runs, and of those that programs which are connected make. */
  'runs.counts': route<RunCounts>()(Nothing),
  /** Programs are asked too; `program_silent` where one does not do it. */
  'runs.stopAll': route<null>()(Nothing),
  'runs.pauseAll': route<null>()(Nothing),
  'runs.resumeAll': route<null>()(Nothing),
  'run.decide': route<null>()(
    z.object({
      runId: Id,
      callId: z.string(),
      decision: z.enum(['approved', 'rejected']),
      reason: z.string().max(10_000).optional(),
      /** From now on this tool, or this command, runs without asking: in the thread, or for the agent in all of its threads. */
      always: z.object({ scope: z.enum(['thread', 'agent']), what: z.enum(['tool', 'command']) }).optional(),
    }),
  ),
  /** Decides every call of the run that waits. */
  'run.decideAll': route<null>()(
    z.object({ runId: Id, decision: z.enum(['approved', 'rejected']), reason: z.string().max(10_000).optional() }),
  ),
  'demo.start': route<{ readonly threadId: string; readonly runId: string }>()(Nothing),
} as const;
