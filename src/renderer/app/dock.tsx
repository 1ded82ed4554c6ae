import { Tabs } from '@base-ui/react/tabs';
import { ContextPanel } from '../features/context/context-panel.tsx';
import { FilesPanel } from '../features/files/files-panel.tsx';
import { TimelinePanel } from '../features/timeline/timeline-panel.tsx';
import { TodosPanel } from '../features/todos/todos-panel.tsx';
import { useThreadState } from '../data/thread.ts';
import { keysOf } from '../state/shortcuts.ts';
import { DOCK_TABS, useUi } from '../state/ui.ts';
import { Tip } from '../ui/tip.tsx';
import { RegionBoundary } from './region-boundary.tsx';

const PANELS = { Todos: TodosPanel, Timeline: TimelinePanel, Files: FilesPanel, Context: ContextPanel } as const;
const ACTIONS = { Todos: 'dock-1', Timeline: 'dock-2', Files: 'dock-3', Context: 'dock-4' } as const;

/** What hangs from a thread, one tab each. */
export function Dock({ threadId }: { readonly threadId: string }) {
  const { dockTab, showDockTab } = useUi();
  const thread = useThreadState(threadId);
  // The middle column says why.
  if (thread.isError && thread.data === undefined) return null;
  return (
    <Tabs.Root
      value={dockTab}
      onValueChange={(tab: (typeof DOCK_TABS)[number]) => showDockTab(tab)}
      className="flex h-full min-w-0 flex-col"
      render={<section aria-label="Dock" />}
    >
      <Tabs.List activateOnFocus className="relative flex h-9 shrink-0 items-stretch gap-1 border-b px-2">
        {DOCK_TABS.map((tab) => (
          <Tip key={tab} label={`Show ${tab}`} keys={keysOf(ACTIONS[tab])}>
            <Tabs.Tab
              value={tab}
              className="cursor-default rounded-md px-2 font-medium text-faint transition-colors duration-100 hover:text-text focus-visible:-outline-offset-2 data-active:text-text"
            >
              {tab}
            </Tabs.Tab>
          </Tip>
        ))}
        <Tabs.Indicator className="absolute bottom-[-1px] left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width] duration-100" />
      </Tabs.List>
      {DOCK_TABS.map((tab) => {
        const Content = PANELS[tab];
        return (
          <Tabs.Panel key={tab} value={tab} className="flex min-h-0 flex-1 flex-col focus-visible:-outline-offset-2">
            <RegionBoundary name={tab}>
              <Content threadId={threadId} />
            </RegionBoundary>
          </Tabs.Panel>
        );
      })}
    </Tabs.Root>
  );
}
