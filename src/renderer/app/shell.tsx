import { useState } from 'react';
import { useRoute } from '../state/route.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Columns } from './columns.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useTheme } from './theme.ts';
import { TitleBar } from './title-bar.tsx';
import { useShortcuts } from './use-shortcuts.ts';

export function Shell() {
  const route = useRoute();
  const [over, setOver] = useState<'shortcuts' | 'palette'>();
  useTheme();
  const showShortcuts = () => setOver('shortcuts');
  const showPalette = () => setOver('palette');
  useShortcuts(route, { showShortcuts, showPalette });
  return (
    <div className="flex h-full flex-col">
      <TitleBar route={route} onShortcuts={showShortcuts} onPalette={showPalette} />
      <ConnectionBanner />
      <main className="min-h-0 flex-1">
        <Columns route={route} />
      </main>
      <ShortcutsDialog open={over === 'shortcuts'} onOpenChange={(open) => setOver(open ? 'shortcuts' : undefined)} />
      <CommandPalette
        route={route}
        open={over === 'palette'}
        onOpenChange={(open) => setOver(open ? 'palette' : undefined)}
        showShortcuts={showShortcuts}
      />
    </div>
  );
}
