import type { QueryClient } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  Copy,
  Download,
  FileInput,
  House,
  Keyboard,
  ListTodo,
  type LucideIcon,
  Monitor,
  Moon,
  PackageMinus,
  Pause,
  PanelLeft,
  PanelRight,
  Pencil,
  Pin,
  PinOff,
  Play,
  Plus,
  Save,
  Search,
  Settings,
  Square,
  Sun,
  Trash2,
} from 'lucide-react';
import { isActive } from '../../shared/run/status.ts';
import type { Theme } from '../../shared/settings.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import type { Action } from './action.ts';
import { branchActionsNow } from './branch-actions-now.ts';
import { SECTIONS } from '../features/settings/sections.ts';
import { ask, failureOf } from '../data/bridge.ts';
import { compactThread } from '../data/compaction.ts';
import { EXPORTS, exportThread, importThread } from '../data/history-actions.ts';
import { stopThread } from '../data/run-actions.ts';
import { openThread } from '../data/thread.ts';
import { deleteThread, saveThread, toggleArchived, togglePinned } from '../data/thread-actions.ts';
import { navigate, type Route } from '../state/route.ts';
import { showNewRun } from '../state/show-thread.ts';
import { DOCK_TABS, useUi } from '../state/ui.ts';
import { copyShort } from '../ui/copy.ts';
import { showFailure } from '../ui/toast.tsx';

export type ActionContext = {
  readonly route: Route;
  readonly client: QueryClient;
  readonly showShortcuts: () => void;
};

/** The one table of what can be done, as things are at this moment: first what is about the thread that is open. */
export function actionsNow({ route, client, showShortcuts }: ActionContext): readonly Action[] {
  const thread = route.view === 'thread' ? openThread(client, route.threadId) : undefined;
  return [
    ...(thread === undefined ? [] : [...threadActions(client, thread.summary), ...branchActionsNow(thread)]),
    ...RUN_ACTIONS,
    ...viewActions(route.view === 'thread'),
    ...SECTIONS.map(
      ({ id, title, words }): Action => ({
        id: `settings-${id}`,
        label: `Settings: ${title}`,
        words,
        icon: Settings,
        run: () => navigate({ view: 'settings', section: id }),
      }),
    ),
    ...THEMES,
    {
      id: 'import',
      label: 'Import a thread…',
      words: 'open json file history',
      icon: FileInput,
      run: () => void importFile(),
    },
    { id: 'settings', label: 'Settings', icon: Settings, run: () => navigate({ view: 'settings' }) },
    { id: 'shortcuts', label: 'All shortcuts', words: 'keyboard keys', icon: Keyboard, run: showShortcuts },
  ];
}

function onError(error: unknown): void {
  showFailure(failureOf(error));
}

const RUN_ACTIONS: readonly Action[] = [
  { id: 'new-run', label: 'New run', words: 'start agent', icon: Plus, run: () => navigate({ view: 'new' }) },
  {
    id: 'demo',
    label: 'Run the demo',
    icon: Play,
    run: () => void ask('demo.start', {}).then(({ threadId }) => showNewRun(threadId), onError),
  },
  { id: 'stop-all', label: 'Stop all runs', icon: Square, run: () => void ask('runs.stopAll', {}).catch(onError) },
  { id: 'pause-all', label: 'Pause all runs', icon: Pause, run: () => void ask('runs.pauseAll', {}).catch(onError) },
  { id: 'resume-all', label: 'Resume all runs', icon: Play, run: () => void ask('runs.resumeAll', {}).catch(onError) },
  {
    id: 'home',
    label: 'Overview',
    words: 'home running figures cost',
    icon: House,
    run: () => navigate({ view: 'home' }),
  },
];

function threadActions(client: QueryClient, thread: ThreadSummary): readonly Action[] {
  const { id: threadId, status, pinned, archived, workspace } = thread;
  const active = isActive(status);
  const actions: readonly (Action | false)[] = [
    active && {
      id: 'stop',
      label: 'Stop the run',
      icon: Square,
      run: () => void stopThread(client, threadId).catch(onError),
    },
    ...holdActions(thread),
    thread.unsaved === true && {
      id: 'save',
      label: 'Save the thread',
      words: 'keep store history disk',
      icon: Save,
      run: () => saveThread(thread),
    },
    !active &&
      thread.imported !== true &&
      status !== 'idle' &&
      status !== 'finished' && {
        id: 'continue',
        label: 'Continue the run',
        words: 'resume go on',
        icon: Play,
        run: () => void ask('run.continue', { threadId }).catch(onError),
      },
    thread.source !== 'code' && {
      id: 'compact',
      label: 'Compact the conversation',
      words: 'summarise summarize context shorten',
      icon: PackageMinus,
      run: () => void compactThread(threadId),
    },
    {
      id: 'rename',
      label: 'Rename the thread',
      words: 'title',
      icon: Pencil,
      run: () => useUi.getState().setRenaming(threadId),
    },
    {
      id: 'pin',
      label: pinned ? 'Unpin the thread' : 'Pin the thread',
      icon: pinned ? PinOff : Pin,
      run: () => togglePinned(thread),
    },
    {
      id: 'archive',
      label: archived ? 'Take the thread out of the archive' : 'Archive the thread',
      icon: archived ? ArchiveRestore : Archive,
      run: () => toggleArchived(thread),
    },
    ...EXPORTS.map(
      ({ label, ...what }): Action => ({
        id: `export-${what.scope}-${what.format}`,
        label: `Export: ${label}`,
        words: 'save download',
        icon: Download,
        run: () => void exportThread(thread, what),
      }),
    ),
    workspace !== undefined && {
      id: 'copy-path',
      label: 'Copy the folder’s path',
      words: 'workspace',
      icon: Copy,
      run: () => void copyShort(workspace, 'path', 'folder’s path'),
    },
    { id: 'delete', label: 'Delete the thread', words: 'remove', icon: Trash2, run: () => void deleteThread(thread) },
  ];
  return actions.filter((action) => action !== false);
}

/** What holds a run back, or lets it go. */
function holdActions({ status, runId, pausing = false }: ThreadSummary): readonly Action[] {
  if (runId === undefined || !isActive(status)) return [];
  const start = { id: 'start-now', label: 'Start the queued run now', icon: Play };
  const resume = { id: 'resume', label: 'Resume the run', words: 'go on continue', icon: Play };
  const pause = { id: 'pause', label: 'Pause the run', words: 'hold', icon: Pause };
  if (status === 'queued') return [{ ...start, run: () => void ask('run.startNow', { runId }).catch(onError) }];
  return status === 'paused' || pausing
    ? [{ ...resume, run: () => void ask('run.resume', { runId }).catch(onError) }]
    : [{ ...pause, run: () => void ask('run.pause', { runId }).catch(onError) }];
}

async function importFile(): Promise<void> {
  try {
    const { canPickFile } = await ask('app.info', {});
    await importThread(canPickFile);
  } catch (error) {
    onError(error);
  }
}

function viewActions(hasDock: boolean): readonly Action[] {
  const ui = useUi.getState();
  const dock: readonly Action[] = [
    ...DOCK_TABS.map(
      (tab, index): Action => ({
        id: `dock-${index + 1}`,
        label: `Show ${tab}`,
        words: 'dock tab',
        icon: ListTodo,
        run: () => ui.showDockTab(tab),
      }),
    ),
    {
      id: 'toggle-dock',
      label: ui.dockOpen ? 'Hide the dock' : 'Show the dock',
      words: 'column panel',
      icon: PanelRight,
      run: () => ui.setDockOpen(!ui.dockOpen),
    },
  ];
  return [
    {
      id: 'search-threads',
      label: 'Search threads',
      words: 'find filter',
      icon: Search,
      run() {
        ui.setThreadsOpen(true);
        // A list that was hidden has its field after the next paint.
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-thread-search]')?.focus());
      },
    },
    {
      id: 'toggle-threads',
      label: ui.threadsOpen ? 'Hide threads' : 'Show threads',
      words: 'column sidebar',
      icon: PanelLeft,
      run: () => ui.setThreadsOpen(!ui.threadsOpen),
    },
    ...(hasDock ? dock : []),
  ];
}

const THEMES: readonly Action[] = (
  [
    ['system', Monitor],
    ['light', Sun],
    ['dark', Moon],
  ] as const satisfies readonly (readonly [Theme, LucideIcon])[]
).map(([theme, icon]) => ({
  id: `theme-${theme}`,
  label: `Theme: ${theme}`,
  words: 'appearance colour color mode',
  icon,
  run: () => void ask('settings.set', { theme }).catch(onError),
}));
