import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const DOCK_TABS = ['Todos', 'Timeline', 'Branches', 'Context', 'Files'] as const;
export type DockTab = (typeof DOCK_TABS)[number];

const RECENT_ACTIONS = 5;

/** Facts about this window alone; nothing here comes from the engine. */
type UiState = {
  readonly dockTab: DockTab;
  readonly dockOpen: boolean;
  readonly threadsOpen: boolean;
  /** Widths of the outer columns, in CSS pixels, once the person has set them. */
  readonly threadsWidth?: number;
  readonly dockWidth?: number;
  /** What was chosen in the palette lately, newest first: ids of actions. */
  readonly recentActions: readonly string[];
  /** The open thread whose title is being edited in its header. */
  readonly renamingId?: string;
  readonly showDockTab: (tab: DockTab) => void;
  readonly setDockOpen: (open: boolean) => void;
  readonly setThreadsOpen: (open: boolean) => void;
  readonly setWidths: (widths: { readonly threadsWidth?: number; readonly dockWidth?: number }) => void;
  readonly setRenaming: (threadId: string | undefined) => void;
  readonly rememberAction: (id: string) => void;
};

export const useUi = create<UiState>()(
  persist(
    (set) => ({
      dockTab: 'Todos',
      dockOpen: true,
      threadsOpen: true,
      recentActions: [],
      showDockTab: (dockTab) => set({ dockTab, dockOpen: true }),
      setDockOpen: (dockOpen) => set({ dockOpen }),
      setThreadsOpen: (threadsOpen) => set({ threadsOpen }),
      setWidths: (widths) => set(widths),
      setRenaming: (renamingId) => set({ renamingId }),
      rememberAction: (id) =>
        set(({ recentActions }) => ({
          recentActions: [id, ...recentActions.filter((one) => one !== id)].slice(0, RECENT_ACTIONS),
        })),
    }),
    {
      name: 'runlight-ui',
      // A new window shows Todos: which tab was open is not kept.
      partialize: ({ recentActions, dockOpen, threadsOpen, threadsWidth, dockWidth }) => ({
        recentActions,
        dockOpen,
        threadsOpen,
        threadsWidth,
        dockWidth,
      }),
    },
  ),
);
