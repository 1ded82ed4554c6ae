import { Command, Keyboard, PanelLeft, PanelRight, Settings as SettingsIcon } from 'lucide-react';
import { navigate, type Route } from '../state/route.ts';
import { keysOf } from '../state/shortcuts.ts';
import { useUi } from '../state/ui.ts';
import { IconButton } from '../ui/icon-button.tsx';

type TitleBarProps = {
  readonly route: Route;
  readonly onShortcuts: () => void;
  readonly onPalette: () => void;
};

export function TitleBar({ route, onShortcuts, onPalette }: TitleBarProps) {
  const { threadsOpen, dockOpen, setThreadsOpen, setDockOpen } = useUi();
  return (
    <header aria-label="Window" className="flex h-9 shrink-0 items-center gap-1 border-b bg-side px-2">
      <IconButton
        size="sm"
        label={threadsOpen ? 'Hide threads' : 'Show threads'}
        keys={keysOf('toggle-threads')}
        aria-expanded={threadsOpen}
        icon={<PanelLeft />}
        onClick={() => setThreadsOpen(!threadsOpen)}
      />
      <button
        type="button"
        className="flex h-6 items-center gap-1.5 rounded-md px-1.5 font-semibold text-text hover:bg-hover"
        aria-current={route.view === 'home' ? 'page' : undefined}
        onClick={() => navigate({ view: 'home' })}
      >
        <span aria-hidden className="size-2 rounded-full bg-accent shadow-[0_0_0_3px_var(--accent-soft)]" />
        Runlight
      </button>
      <div className="flex-1" />
      <IconButton size="sm" label="Command palette" keys={keysOf('palette')} icon={<Command />} onClick={onPalette} />
      <IconButton
        size="sm"
        label="All shortcuts"
        keys={keysOf('shortcuts')}
        icon={<Keyboard />}
        onClick={onShortcuts}
      />
      <IconButton
        size="sm"
        label="Settings"
        keys={keysOf('settings')}
        aria-current={route.view === 'settings' ? 'page' : undefined}
        icon={<SettingsIcon />}
        onClick={() => navigate({ view: 'settings' })}
      />
      {route.view === 'thread' && (
        <IconButton
          size="sm"
          label={dockOpen ? 'Hide the dock' : 'Show the dock'}
          keys={keysOf('toggle-dock')}
          aria-expanded={dockOpen}
          icon={<PanelRight />}
          onClick={() => setDockOpen(!dockOpen)}
        />
      )}
    </header>
  );
}
