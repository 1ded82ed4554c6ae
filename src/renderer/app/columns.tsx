import { Group, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { Threads } from '../features/threads/threads.tsx';
import type { Route } from '../state/route.ts';
import { useUi } from '../state/ui.ts';
import { Dock } from './dock.tsx';
import { Middle } from './middle.tsx';
import { RegionBoundary } from './region-boundary.tsx';

/** Threads, the thread, the dock. */
export function Columns({ route }: { readonly route: Route }) {
  const { threadsOpen, dockOpen, threadsWidth, dockWidth, setWidths } = useUi();
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
            <RegionBoundary name="The list of threads">
              <Threads threadId={threadId} />
            </RegionBoundary>
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
