import { useState } from 'react';
import { useRoute } from '../state/route.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Columns } from './columns.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useTheme } from './theme.ts';
import { TitleBar } from './title-bar.tsx';
import { useShortcuts } from './use-shortcuts.ts';

export function Shell() {
  const route = useRoute();
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  useTheme();
  useShortcuts(route, () => setShortcutsOpen(true));
  return (
    <div className="flex h-full flex-col">
      <TitleBar route={route} onShortcuts={() => setShortcutsOpen(true)} />
      <ConnectionBanner />
      <main className="min-h-0 flex-1">
        <Columns route={route} />
      </main>
      <ShortcutsDialog open={shortcutsOpen} onOpenChange={setShortcutsOpen} />
    </div>
  );
}
