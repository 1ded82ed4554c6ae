/**
 * Everything that crosses a process: requests a window makes (zod in, type out) and pushes it receives. The router, the
 * preload, the web client and the renderer all derive from this file; a request without a handler does not compile.
 */
import { z } from 'zod';
import type { Failure, Result } from '../lib/result.ts';
import type { ChangedFilesAnswer, RevertAnswer } from '../files/changed-files-answer.ts';
import type { FileDifference } from '../files/file-difference.ts';
import { AgentOverrides, AgentSettings, WorkspaceMode, type AgentRecord, type FilesThen } from '../run/agent.ts';
import { FIGURE_RANGES, type Figures } from '../run/figures.ts';
import type { NextRequest } from '../run/next-request.ts';
import type { ChildThread } from '../run/child-thread.ts';
import type { RunningThread } from '../run/running.ts';
import type { RunCounts } from '../run/status.ts';
import type { CodeSource } from '../run/code.ts';
import { ModelAddressInput, Settings, type ModelAddress, type ModelWindow } from '../settings.ts';
import { Attachment, MAX_ATTACHMENTS } from '../thread/attachment.ts';
import type { BranchLeaf } from '../thread/branch-leaf.ts';
import type { QueuedMessage } from '../thread/queued-message.ts';
import { THREAD_ORIGINS, type ThreadSummary } from '../thread/summary.ts';
import {
  MAX_TODO_MARKDOWN,
  type TodoEdited,
  type TodoExport,
  type TodoImport,
  type TodoMarkdown,
} from '../todos/edits/todo-answers.ts';
import { TodoEdit } from '../todos/edits/todo-edit.ts';
import type { EarlierPage, ThreadPush, ThreadWindow } from '../thread/window.ts';

/** Carries an answer's type beside the schema of its request; there is no value behind it. */
type Route<In extends z.ZodType, Out> = { readonly input: In; readonly answer?: Out };

function route<Out>() {
  return <In extends z.ZodType>(input: In): Route<In, Out> => ({ input });
}

const Id = z.string().min(1).max(100);
const PageSize = z.int().min(1).max(500);
const MessageText = z.string().trim().min(1, 'Write what the agent should do').max(1_000_000);
const Attachments = z.array(Attachment).max(MAX_ATTACHMENTS, `At most ${MAX_ATTACHMENTS} files can go along`);
const Nothing = z.object({});
const UnsentKey = z.string().min(1).max(200);
const Folder = z.string().trim().min(1).max(4096);
/** `false`: what it is for is kept in memory alone, until it is saved or Runlight closes. */
const SaveHistory = z.boolean().default(true);
/** Starts even where another run works in the same folder: otherwise that is refused with `folder_busy`. */
const Force = z.boolean().optional();
/** Whether the new branch is the active one. If not, it is made by a side run, beside which others may run. */
const Activate = z.boolean().default(true);
/** What a branch from an earlier entry works on: the folder as it is, or a copy of how it was at that entry. */
const Files = z.enum(['now', 'then']).default('now');
const FilesOf = z.object({ threadId: Id, runId: Id.optional() });
const FilePath = z.string().min(1).max(4096);
const Place = { root: FilePath, path: FilePath };

export const requests = {
  'app.info': route<AppInfo>()(Nothing),
  /** An address that lets one more browser in, once. Fails with `no_link` where the host serves no browsers. */
  'app.link': route<{ readonly url: string }>()(Nothing),

  'threads.list': route<ThreadPage>()(
    z.object({
      /** From the previous page's `next`. */
      after: z.string().optional(),
      limit: PageSize,
      /** Words that the title must contain. */
      query: z.string().max(200).optional(),
      status: z.enum(['active', 'finished', 'failed', 'stopped', 'interrupted', 'limit']).optional(),
      agent: z.string().optional(),
      source: z.enum(THREAD_ORIGINS).optional(),
      hasPlan: z.boolean().optional(),
      archived: z.boolean().optional(),
    }),
  ),
  /** Also subscribes the asking window to the thread's pushes, until `thread.close`. */
  'thread.open': route<{ readonly summary: ThreadSummary; readonly window: ThreadWindow }>()(
    z.object({ threadId: Id, limit: PageSize }),
  ),
  'thread.close': route<null>()(z.object({ threadId: Id })),
  /** The page of the same branch that ends right before `entryId`. */
  'thread.earlier': route<EarlierPage>()(z.object({ threadId: Id, entryId: Id, limit: PageSize })),
  /** The plans of the same branch before the one that `entryId` wrote. */
  'thread.earlierPlans': route<Pick<ThreadWindow, 'planHistory' | 'hasEarlierPlans'>>()(
    z.object({ entryId: Id, limit: PageSize }),
  ),
  /** The spans before that place. */
  'thread.earlierSpans': route<Pick<ThreadWindow, 'spans' | 'earlierSpans'>>()(
    z.object({ threadId: Id, before: z.object({ seq: z.int(), n: z.int() }), limit: PageSize }),
  ),
  /** Those of its sub-agents, oldest first. Ask again after the summary of one was pushed. */
  'thread.children': route<readonly ChildThread[]>()(z.object({ threadId: Id })),
  'thread.rename': route<null>()(z.object({ threadId: Id, title: z.string().trim().min(1).max(200) })),
  'thread.pin': route<null>()(z.object({ threadId: Id, pinned: z.boolean() })),
  'thread.archive': route<null>()(z.object({ threadId: Id, archived: z.boolean() })),
  /** Hides it at once; it is gone for good ten seconds later, unless restored. */
  'thread.delete': route<null>()(z.object({ threadId: Id })),
  'thread.restore': route<null>()(z.object({ threadId: Id })),
  /** Of a thread that is not saved: from then on it is, under the same id. Refused with `thread_busy` while a run works on it. */
  'thread.save': route<null>()(z.object({ threadId: Id })),

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
   * result, the message, more context, fewer tools. Fails with `entry_not_found`, `call_not_found`, `no_message`,
   * `nothing_changed`, `changes_clash`, `choose_agent`.
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
  /**
   * Summarises the older part of the active branch. A run that works on it does so before its next model call
   * (`next_call`); else it begins at once, and no run can start until it is done (`thread_compacting`). A `problem` push
   * tells when nothing came of it.
   */
  'context.compact': route<{ readonly when: 'now' | 'next_call' }>()(
    z.object({
      threadId: Id,
      /** What the person wants of the summary. */
      instruction: z.string().trim().min(1).max(10_000).optional(),
    }),
  ),
  /** How much models can read: those that agents name, the one that was chosen last, and those that were set by hand. */
  'context.windows': route<readonly ModelWindow[]>()(Nothing),
  /** Cancels a compaction of the thread that goes on or was asked for. */
  'context.cancel': route<null>()(z.object({ threadId: Id })),
  /** Decides every call of the run that waits. */
  'run.decideAll': route<null>()(
    z.object({ runId: Id, decision: z.enum(['approved', 'rejected']), reason: z.string().max(10_000).optional() }),
  ),
  'demo.start': route<{ readonly threadId: string; readonly runId: string }>()(Nothing),

  /** Makes the newest branch through an entry the active one. A run that works on the one before goes on beside it. */
  'branch.activate': route<{ readonly headId: string }>()(z.object({ threadId: Id, entryId: Id })),
  /** Names the branches through an entry; empty: takes the name away. */
  'branch.label': route<null>()(z.object({ threadId: Id, entryId: Id, label: z.string().trim().max(100) })),
  /** Copies a branch up to an entry into a new thread. */
  'branch.fork': route<{ readonly threadId: string }>()(z.object({ threadId: Id, entryId: Id })),
  /** The ends of branches, newest first; `before`: the seq of the last one of the page before. */
  'branch.leaves': route<{ readonly leaves: readonly BranchLeaf[]; readonly hasMore: boolean }>()(
    z.object({ threadId: Id, limit: PageSize, before: z.int().optional() }),
  ),

  /** What `files: 'then'` would undo from an entry on; null where nothing is known to have changed since. */
  'branch.files': route<FilesSince | null>()(z.object({ threadId: Id, fromEntryId: Id.nullable() })),

  /** What people have written to the thread's runs and none has taken up, in order. */
  'queue.list': route<readonly QueuedMessage[]>()(z.object({ threadId: Id })),
  /**
   * Writes to the run at work on the active branch, which takes it up between two steps. Calls that wait for an approval are
   * declined by it. Fails with `run_not_active` where none works.
   */
  'queue.add': route<{ readonly id: string }>()(
    z.object({ threadId: Id, text: MessageText, attachments: Attachments.optional() }),
  ),
  /** `queue.edit`, `move`, `remove` and `give` fail with `queue_gone` once it was taken up. */
  'queue.edit': route<null>()(z.object({ id: Id, text: MessageText, attachments: Attachments.optional() })),
  /** `beforeId`: `null` makes it the last. */
  'queue.move': route<null>()(z.object({ id: Id, beforeId: Id.nullable() })),
  'queue.remove': route<null>()(z.object({ id: Id })),
  /** Lets the run at work take up what was left by one that has ended. */
  'queue.give': route<null>()(z.object({ id: Id })),

  /** Keeps a file, so that a message may name it. `data` is its bytes in base64. */
  'attachment.add': route<Attachment>()(
    z.object({
      name: z.string().min(1).max(255),
      mediaType: z.string().max(200),
      data: z.base64(),
      saveHistory: SaveHistory,
    }),
  ),
  /** Keeps a file of the folder that an agent works in. */
  'attachment.fromFolder': route<Attachment>()(
    z.object({ folder: Folder, path: z.string().min(1).max(4096), saveHistory: SaveHistory }),
  ),
  /** Its bytes in base64. */
  'attachment.get': route<{ readonly data: string }>()(z.object({ id: Attachment.shape.id })),
  /** Files of a folder whose path contains the letters that were typed, best first. */
  'attachment.files': route<{ readonly paths: readonly string[] }>()(
    z.object({ folder: Folder, query: z.string().max(200) }),
  ),
  /** What the runs of a thread, or one of them, changed in their workspaces. Ask again after a `files_changed` entry. */
  'files.changed': route<ChangedFilesAnswer>()(FilesOf),
  'files.difference': route<FileDifference>()(FilesOf.extend(Place)),
  /** Puts files back to what they were before; `files` absent: all. Refused with `run_active` while a run works there. */
  'files.revert': route<RevertAnswer>()(
    FilesOf.extend({ files: z.array(z.object(Place)).max(5000).optional(), anyway: z.boolean().optional() }),
  ),
  /** Takes a revert back. */
  'files.unrevert': route<RevertAnswer>()(FilesOf.extend({ ...Place, anyway: z.boolean().optional() })),
  /** Brings what runs changed in the thread's copy of a folder to that folder; nothing that differs there is replaced. */
  'files.apply': route<RevertAnswer>()(z.object({ threadId: Id })),
  /** Opens a changed file in the program that the system has for it. Fails with `no_opener` where the host has none. */
  'files.open': route<null>()(FilesOf.extend(Place)),

  /**
   * A person's change of the newest plan on the thread's active branch, at once or, while a run works there, between its
   * calls. Without a plan, what is added begins one. Failures that changed nothing: `todo_refused`, `todo_unchanged`,
   * `todo_off`, `todo_foreign`.
   */
  'todos.edit': route<TodoEdited>()(z.object({ threadId: Id, edit: TodoEdit })),
  /** Takes back the edit that is stored as `entryId`; `todo_moved_on` where the plan has changed since. */
  'todos.undo': route<TodoEdited>()(z.object({ threadId: Id, entryId: Id })),
  /** The plan as Markdown, and the entry that it is of. */
  'todos.markdown': route<TodoMarkdown>()(z.object({ threadId: Id })),
  /**
   * Puts a list that was written as Markdown in the place of the plan. `todo_errors`: its message has a line for each error.
   * `basis`: the entry of the plan that it was made from; where there is another by now, `todo_moved_on`.
   */
  'todos.replace': route<TodoEdited>()(
    z.object({ threadId: Id, markdown: z.string().max(MAX_TODO_MARKDOWN), basis: Id.nullable().optional() }),
  ),
  /**
   * Writes the plan to a Markdown file: `path` is from the thread's folder, or absolute. What a person is to be asked about
   * first is answered, and not done: then `agreed` names the place outside of the folder, `overwrite` lets a file be replaced.
   */
  'todos.export': route<TodoExport>()(
    z.object({ threadId: Id, path: FilePath, agreed: FilePath.optional(), overwrite: z.boolean().optional() }),
  ),
  /** Puts the list of a Markdown file in the place of the plan; asks likewise. Failures: those of `todos.replace`, and of reading. */
  'todos.import': route<TodoImport>()(z.object({ threadId: Id, path: FilePath, agreed: FilePath.optional() })),

  'agents.list': route<readonly AgentRecord[]>()(Nothing),
  'agents.save': route<AgentRecord>()(AgentSettings.extend({ id: Id.optional() })),
  'agents.delete': route<null>()(z.object({ id: Id })),
  /** Every version that the agent had, the newest first. */
  'agents.history': route<readonly AgentRecord[]>()(z.object({ id: Id })),

  /** What `runlight dev` has loaded: agents in people's code. */
  'code.list': route<readonly CodeSource[]>()(Nothing),

  'models.addresses': route<readonly ModelAddress[]>()(Nothing),
  'models.save': route<ModelAddress>()(ModelAddressInput),
  'models.delete': route<null>()(z.object({ id: Id })),
  /** Asks an address for its models: the way to see whether address and key are right. */
  'models.test': route<{ readonly models: readonly string[] }>()(ModelAddressInput),
  /** Every model that a run may name: `<address id>/<model>`. */
  'models.list': route<ModelList>()(Nothing),

  'settings.get': route<Settings>()(Nothing),
  'settings.set': route<Settings>()(Settings.partial()),

  /**
   * A history as a file: where the host has a dialog, written to the place that the person chooses there; else offered
   * for download. `jobId` is made up by the window, for `history.progress` and `history.cancel`.
   */
  'history.export': route<ExportAnswer>()(
    z.object({
      jobId: Id,
      threadId: Id,
      /** `branch`: the active one. */
      scope: z.enum(['thread', 'branch']),
      format: z.enum(['json', 'markdown']),
    }),
  ),
  /** Brings in a file that was exported as JSON: chosen in the host's dialog or, without one, uploaded before. */
  'history.import': route<ImportAnswer>()(z.object({ jobId: Id, uploadId: Id.optional() })),
  /** `share`: from 0 to 1; null when that job does not go on. */
  'history.progress': route<{ readonly share: number | null }>()(z.object({ jobId: Id })),
  'history.cancel': route<null>()(z.object({ jobId: Id })),

  /** Empty when nothing was being written. */
  'unsent.get': route<{ readonly text: string }>()(z.object({ key: UnsentKey })),
  'unsent.set': route<null>()(z.object({ key: UnsentKey, text: z.string().max(1_100_000), saveHistory: SaveHistory })),

  /**
   * What a run sends to its model when it goes on from an entry, and what was sent from there. `runId`: whose agent goes on;
   * absent: that of the newest request from there, else of the run that wrote the entry.
   */
  'context.of': route<NextRequest>()(z.object({ threadId: Id, entryId: Id, runId: Id.optional() })),

  /** Whether a model that goes on from an entry still sees the plan of that branch; true where there is none. */
  'context.seesPlan': route<boolean>()(z.object({ threadId: Id, entryId: Id })),

  'overview.now': route<readonly RunningThread[]>()(Nothing),
  'overview.figures': route<Figures>()(
    z.object({
      range: z.enum(FIGURE_RANGES),
      /** The person's, as an IANA name: days begin at their midnight. */
      timeZone: z.string().max(100),
    }),
  ),

  'storage.info': route<StorageInfo>()(Nothing),
  /** Shows the home folder in the system's file manager; fails with `no_file_manager` where the host cannot. */
  'storage.open': route<null>()(Nothing),

  /** The host's own dialog; `path` is null when the person cancelled. Fails with `no_dialog` where the host has none. */
  'folder.pick': route<{ readonly path: string | null }>()(Nothing),
  /** Folders whose path starts with what the person has typed. */
  'folder.complete': route<{ readonly folders: readonly string[] }>()(z.object({ prefix: z.string().max(4096) })),
} as const;

/** `changed`: how many files runs of the thread have changed since. */
export type FilesSince = FilesThen & { readonly folder: string; readonly changed: number };

export type ExportAnswer =
  | { readonly type: 'saved'; readonly path: string }
  /** An address of this host that gives the file, once. */
  | { readonly type: 'download'; readonly url: string }
  | { readonly type: 'dismissed' };

export type ImportAnswer =
  | { readonly type: 'imported'; readonly threadId: string; readonly entries: number }
  | { readonly type: 'dismissed' };

export type StorageInfo = {
  /** Bytes on the disk: of threads and settings, and of everything in the home folder. */
  readonly storeBytes: number;
  readonly homeBytes: number;
  /** Copies that were made before the store's format moved on, newest first. */
  readonly backups: readonly { readonly path: string; readonly bytes: number; readonly at: number }[];
  readonly canOpen: boolean;
};

export type AppInfo = {
  readonly version: string;
  readonly host: 'electron' | 'web';
  readonly platform: string;
  /** The folder that everything is kept in. */
  readonly home: string;
  /** Whether `folder.pick` opens a dialog. */
  readonly canPickFolder: boolean;
  /** Where keys are kept: encrypted by the system's key store, or in a file that only its owner can read. */
  readonly keyStore: 'system' | 'file';
  /** Whether `files.open` opens a file. */
  readonly canOpenFiles: boolean;
  /** Whether `history.import` opens a dialog; else a file is uploaded first. */
  readonly canPickFile: boolean;
  /** Folders that runs worked in lately, newest first. */
  readonly recentFolders: readonly string[];
};

export type ThreadPage = { readonly threads: readonly ThreadSummary[]; readonly next?: string };

export type ModelList = {
  readonly models: readonly { readonly id: string; readonly address: string }[];
  /** Addresses that did not answer, and why. */
  readonly unreachable: readonly { readonly address: string; readonly error: Failure }[];
};

export type Requests = typeof requests;
export type RequestName = keyof Requests;
/** What a caller sends; defaults are filled in on the other side. */
export type RequestInput<K extends RequestName> = z.input<Requests[K]['input']>;
export type ParsedInput<K extends RequestName> = z.output<Requests[K]['input']>;
export type Answer<K extends RequestName> = Requests[K] extends Route<z.ZodType, infer Out> ? Out : never;

/** `all`: nobody knows what. */
export type Changed = 'agents' | 'models' | 'settings' | 'windows' | 'runs' | 'code' | 'queue' | 'all';

export type Push =
  | ThreadPush
  /** To every window, whatever it follows. */
  | { readonly type: 'summary'; readonly summary: ThreadSummary }
  | { readonly type: 'removed'; readonly threadId: string }
  /** Something that requests answer has changed: ask again. */
  | { readonly type: 'changed'; readonly what: Changed }
  /** To one window: the person asked for this entry outside of it. */
  | { readonly type: 'show'; readonly threadId: string; readonly entryId: string }
  /** Something that no request can answer went wrong. */
  | { readonly type: 'problem'; readonly error: Failure; readonly threadId?: string };

/** The two verbs between a window and the engine. Failures travel as values; `request` never rejects. */
export type Bridge = {
  request<K extends RequestName>(name: K, input: RequestInput<K>): Promise<Result<Answer<K>>>;
  /** Returns the function that ends it. */
  onPush(listener: (push: Push) => void): () => void;
};
