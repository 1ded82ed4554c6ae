import { chordOn, chordText, PLATFORM, SHORTCUTS } from '../state/shortcuts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';

type ShortcutsDialogProps = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" className="w-96">
      <ShortcutList />
    </Dialog>
  );
}

export function ShortcutList() {
  return (
    <dl className="flex flex-col pb-2">
      {SHORTCUTS.map((shortcut) => (
        <div key={shortcut.action} className="flex h-7 items-center justify-between gap-4 border-b last:border-b-0">
          <dt>{shortcut.label}</dt>
          <dd>
            <Kbd>{chordText(chordOn(shortcut, PLATFORM), PLATFORM)}</Kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
