/** Every shortcut of the window: the handler, the hints on buttons, the list in Settings and the `?` dialog read this table. */
export type ShortcutAction =
  | 'palette'
  | 'new-run'
  | 'stop'
  | 'stop-all'
  | 'pause-all'
  | 'resume-all'
  | 'dock-1'
  | 'dock-2'
  | 'dock-3'
  | 'dock-4'
  | 'dock-5'
  | 'toggle-threads'
  | 'toggle-dock'
  | 'search-threads'
  | 'rename'
  | 'edit-message'
  | 'regenerate'
  | 'previous-branch'
  | 'next-branch'
  | 'next-item'
  | 'previous-item'
  | 'settings'
  | 'shortcuts'
  | 'back';

/** One key with what is held beside it. `mod` is ⌘ on a Mac, Ctrl elsewhere. */
export type Chord = {
  /** As `KeyboardEvent.key` in lower case. */
  readonly key: string;
  readonly mod?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
};

export type Shortcut = {
  readonly action: ShortcutAction;
  readonly label: string;
  readonly chord: Chord;
  /** In a browser, where it differs because the browser takes the other for itself. */
  readonly inBrowser?: Chord;
};

export const SHORTCUTS: readonly Shortcut[] = [
  { action: 'palette', label: 'Command palette', chord: { key: 'k', mod: true } },
  { action: 'new-run', label: 'New run', chord: { key: 'n', mod: true }, inBrowser: { key: 'n', alt: true } },
  { action: 'stop', label: 'Stop the run', chord: { key: '.', mod: true } },
  { action: 'stop-all', label: 'Stop all runs', chord: { key: 's', alt: true, shift: true } },
  { action: 'pause-all', label: 'Pause all runs', chord: { key: 'p', alt: true, shift: true } },
  { action: 'resume-all', label: 'Resume all runs', chord: { key: 'r', alt: true, shift: true } },
  { action: 'rename', label: 'Rename the thread', chord: { key: 'f2' } },
  { action: 'previous-branch', label: 'Previous branch', chord: { key: '[' } },
  { action: 'next-branch', label: 'Next branch', chord: { key: ']' } },
  { action: 'edit-message', label: 'Edit the message', chord: { key: 'e' } },
  { action: 'regenerate', label: 'Regenerate the answer', chord: { key: 'r' } },
  { action: 'next-item', label: 'Next item of the thread', chord: { key: 'j' } },
  { action: 'previous-item', label: 'Previous item of the thread', chord: { key: 'k' } },
  { action: 'dock-1', label: 'Show Todos', chord: { key: '1', mod: true }, inBrowser: { key: '1', alt: true } },
  { action: 'dock-2', label: 'Show Timeline', chord: { key: '2', mod: true }, inBrowser: { key: '2', alt: true } },
  { action: 'dock-3', label: 'Show Branches', chord: { key: '3', mod: true }, inBrowser: { key: '3', alt: true } },
  { action: 'dock-4', label: 'Show Context', chord: { key: '4', mod: true }, inBrowser: { key: '4', alt: true } },
  { action: 'dock-5', label: 'Show Files', chord: { key: '5', mod: true }, inBrowser: { key: '5', alt: true } },
  { action: 'search-threads', label: 'Search threads', chord: { key: '/' } },
  { action: 'toggle-threads', label: 'Show or hide threads', chord: { key: 'b', mod: true } },
  {
    action: 'toggle-dock',
    label: 'Show or hide the dock',
    chord: { key: 'j', mod: true },
    inBrowser: { key: 'j', alt: true },
  },
  { action: 'settings', label: 'Settings', chord: { key: ',', mod: true } },
  { action: 'shortcuts', label: 'All shortcuts', chord: { key: '?' } },
  { action: 'back', label: 'Close what is open, or go back', chord: { key: 'escape' } },
];

export type Platform = { readonly mac: boolean; readonly browser: boolean };

export function chordOn({ chord, inBrowser }: Shortcut, { browser }: Platform): Chord {
  return browser ? (inBrowser ?? chord) : chord;
}

/** What a key event tells. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

export function matches(chord: Chord, pressed: Pressed, { mac }: Platform): boolean {
  const mod = mac ? pressed.metaKey : pressed.ctrlKey;
  const otherMod = mac ? pressed.ctrlKey : pressed.metaKey;
  if (mod !== (chord.mod ?? false) || otherMod || pressed.altKey !== (chord.alt ?? false)) return false;
  if (isLetter(chord.key) && pressed.shiftKey !== (chord.shift ?? false)) return false;
  if (pressed.key.toLowerCase() === chord.key) return true;
  // With Alt held some layouts write another character: then the key's place counts.
  return (
    chord.alt === true && (pressed.code === `Key${chord.key.toUpperCase()}` || pressed.code === `Digit${chord.key}`)
  );
}

function isLetter(key: string): boolean {
  return /^[a-z]$/.test(key);
}

/** A key without ⌘, Ctrl or Alt is text while the person writes. */
export function isPlain(chord: Chord): boolean {
  return chord.mod !== true && chord.alt !== true && chord.key !== 'escape';
}

const NAMED_KEYS: Readonly<Record<string, string>> = { escape: 'Esc', enter: 'Enter' };

/** As keys are written on this platform: `⌘N`, `Ctrl+N`, `Alt+1`, `?`. */
export function chordText(chord: Chord, { mac }: Platform): string {
  const key = NAMED_KEYS[chord.key] ?? chord.key.toUpperCase();
  const held = mac
    ? [chord.alt && '⌥', chord.shift && '⇧', chord.mod && '⌘']
    : [chord.mod && 'Ctrl', chord.alt && 'Alt', chord.shift && 'Shift'];
  return [...held.filter((one) => typeof one === 'string'), key].join(mac ? '' : '+');
}

/** The platform that this window runs on. */
export const PLATFORM: Platform = {
  mac: typeof navigator !== 'undefined' && /mac/i.test(navigator.userAgent),
  browser: typeof window !== 'undefined' && window.runlight === undefined,
};

/** The keys of an action, for hints. */
export function keysOf(action: ShortcutAction): string | undefined {
  const shortcut = SHORTCUTS.find((one) => one.action === action);
  return shortcut && chordText(chordOn(shortcut, PLATFORM), PLATFORM);
}
