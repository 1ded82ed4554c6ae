import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Attachment } from '../../shared/thread/attachment.ts';

export const DOCK_TABS = ['Todos', 'Timeline', 'Files'] as const;
export type DockTab = (typeof DOCK_TABS)[number];

/** Facts about this window alone; nothing here comes from the engine. */
type UiState = {
  readonly dockTab: DockTab;
  readonly dockOpen: boolean;
  readonly threadsOpen: boolean;
  /** Widths of the outer columns, in CSS pixels, once the person has set them. */
  readonly threadsWidth?: number;
  readonly dockWidth?: number;
  /** Messages that were being written, by thread id. */
  readonly drafts: { readonly [threadId: string]: string };
  /** Files that are to go along with them. */
  readonly attachments: { readonly [threadId: string]: readonly Attachment[] };
  /** The open thread whose title is being edited in its header. */
  readonly renamingId?: string;
  readonly showDockTab: (tab: DockTab) => void;
  readonly setDockOpen: (open: boolean) => void;
  readonly setThreadsOpen: (open: boolean) => void;
  readonly setWidths: (widths: { readonly threadsWidth?: number; readonly dockWidth?: number }) => void;
  readonly setRenaming: (threadId: string | undefined) => void;
  readonly setDraft: (threadId: string, text: string) => void;
  readonly setAttachments: (threadId: string, change: (known: readonly Attachment[]) => readonly Attachment[]) => void;
};

export const useUi = create<UiState>()(
  persist(
    (set) => ({
      dockTab: 'Todos',
      dockOpen: true,
      threadsOpen: true,
      drafts: {},
      attachments: {},
      showDockTab: (dockTab) => set({ dockTab, dockOpen: true }),
      setDockOpen: (dockOpen) => set({ dockOpen }),
      setThreadsOpen: (threadsOpen) => set({ threadsOpen }),
      setWidths: (widths) => set(widths),
      setRenaming: (renamingId) => set({ renamingId }),
      setDraft: (threadId, text) =>
        set(({ drafts }) => {
          const others = Object.entries(drafts).filter(([id]) => id !== threadId);
          return { drafts: Object.fromEntries(text === '' ? others : [...others, [threadId, text]]) };
        }),
      setAttachments: (threadId, change) =>
        set(({ attachments }) => {
          const others = Object.entries(attachments).filter(([id]) => id !== threadId);
          const files = change(attachments[threadId] ?? []);
          return { attachments: Object.fromEntries(files.length === 0 ? others : [...others, [threadId, files]]) };
        }),
    }),
    {
      name: 'runlight-ui',
      // A new window shows Todos: which tab was open is not kept.
      partialize: ({ drafts, attachments, dockOpen, threadsOpen, threadsWidth, dockWidth }) => ({
        drafts,
        attachments,
        dockOpen,
        threadsOpen,
        threadsWidth,
        dockWidth,
      }),
    },
  ),
);
