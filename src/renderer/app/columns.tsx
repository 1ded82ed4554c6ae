import { useState } from 'react';
import { Group, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { RunsNow } from '../features/runs-now/runs-now.tsx';
import { Threads } from '../features/threads/threads.tsx';
import type { Route } from '../state/route.ts';
import { useUi } from '../state/ui.ts';
import { Dock } from './dock.tsx';
import { Middle } from './middle.tsx';
import { RegionBoundary } from './region-boundary.tsx';

/** In a narrow window the outer columns take less, so that the conversation keeps lines of a good length. */
function usualWidths(windowWidth: number) {
  return {
    threadsWidth: Math.round(Math.min(264, Math.max(208, windowWidth * 0.24))),
    dockWidth: Math.round(Math.min(344, Math.max(260, windowWidth * 0.28))),
  };
}

/** Threads, the thread, the dock. */
export function Columns({ route }: { readonly route: Route }) {
  const { threadsOpen, dockOpen, setWidths } = useUi();
  const [usual] = useState(() => usualWidths(window.innerWidth));
  const threadsWidth = useUi((ui) => ui.threadsWidth) ?? usual.threadsWidth;
  const dockWidth = useUi((ui) => ui.dockWidth) ?? usual.dockWidth;
  const threads = usePanelRef();
  const dock = usePanelRef();
  const threadId = route.view === 'thread' ? route.threadId : undefined;
  return (
    <Group
      id="columns"
      orientation="horizontal"
      onLayoutChanged={(_, { isUserInteraction }) => {
        if (!isUserInteraction) return;
        setWidths({
          threadsWidth: threads.current?.getSize().inPixels ?? threadsWidth,
          dockWidth: dock.current?.getSize().inPixels ?? dockWidth,
        });
      }}
    >
      {threadsOpen && (
        <>
          <Panel
            id="threads"
            panelRef={threads}
            defaultSize={`${threadsWidth}px`}
            minSize="208px"
            maxSize="440px"
            groupResizeBehavior="preserve-pixel-size"
            className="bg-side"
          >
            <div className="flex h-full flex-col">
              <div className="min-h-0 flex-1">
                <RegionBoundary name="The list of threads">
                  <Threads threadId={threadId} />
                </RegionBoundary>
              </div>
              <RegionBoundary name="The runs">
                <RunsNow />
              </RegionBoundary>
            </div>
          </Panel>
          <Divider name="Width of threads" />
        </>
      )}
      <Panel id="middle" minSize="360px">
        <Middle route={route} />
      </Panel>
      {threadId !== undefined && dockOpen && (
        <>
          <Divider name="Width of the dock" />
          <Panel
            id="dock"
            panelRef={dock}
            defaultSize={`${dockWidth}px`}
            minSize="260px"
            maxSize="640px"
            groupResizeBehavior="preserve-pixel-size"
            className="bg-side"
          >
            <Dock threadId={threadId} />
          </Panel>
        </>
      )}
    </Group>
  );
}

function Divider({ name }: { readonly name: string }) {
  return (
    <Separator
      aria-label={name}
      className="w-px bg-line transition-colors duration-100 data-[separator=active]:bg-accent data-[separator=hover]:bg-line-control"
    />
  );
}
