import { Tabs } from '@base-ui/react/tabs';
import { BranchesPanel } from '../features/branches/branches-panel.tsx';
import { ContextPanel } from '../features/context/context-panel.tsx';
import { FilesPanel } from '../features/files/files-panel.tsx';
import { TimelinePanel } from '../features/timeline/timeline-panel.tsx';
import { TodosPanel } from '../features/todos/todos-panel.tsx';
import { useThreadState } from '../data/thread.ts';
import { keysOf } from '../state/shortcuts.ts';
import { DOCK_TABS, useUi } from '../state/ui.ts';
import { Tip } from '../ui/tip.tsx';
import { RegionBoundary } from './region-boundary.tsx';

const PANELS = {
  Todos: TodosPanel,
  Timeline: TimelinePanel,
  Branches: BranchesPanel,
  Context: ContextPanel,
  Files: FilesPanel,
} as const;
const ACTIONS = {
  Todos: 'dock-1',
  Timeline: 'dock-2',
  Branches: 'dock-3',
  Context: 'dock-4',
  Files: 'dock-5',
} as const;

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
      className="@container flex h-full min-w-0 flex-col"
      render={<section aria-label="Dock" />}
    >
      <Tabs.List
        activateOnFocus
        className="relative flex h-9 shrink-0 items-stretch gap-1 border-b px-2 @max-[320px]:gap-0 @max-[320px]:px-1"
      >
        {DOCK_TABS.map((tab) => (
          <Tip key={tab} label={`Show ${tab}`} keys={keysOf(ACTIONS[tab])}>
            <Tabs.Tab
              value={tab}
              className="cursor-default rounded-md px-2 font-medium text-faint @max-[320px]:px-1 @max-[320px]:text-sm transition-colors duration-100 hover:text-text focus-visible:-outline-offset-2 data-active:text-text"
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
