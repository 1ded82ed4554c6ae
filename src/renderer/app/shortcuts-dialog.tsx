import { chordOn, chordText, PLATFORM, SHORTCUTS } from '../state/shortcuts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';

type ShortcutsDialogProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" className="w-[640px]">
      <ShortcutList />
    </Dialog>
  );
}

export function ShortcutList() {
  return (
    <dl className="columns-2 gap-8 pb-2">
      {SHORTCUTS.map((shortcut) => (
        <div
          key={shortcut.action}
          className="flex h-7 break-inside-avoid items-center justify-between gap-4 border-b last:border-b-0"
        >
          <dt>{shortcut.label}</dt>
          <dd>
            <Kbd>{chordText(chordOn(shortcut, PLATFORM), PLATFORM)}</Kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
