import { describe, expect, it } from 'vitest';
import { chordOn, chordText, matches, SHORTCUTS } from './shortcuts.ts';

const MAC = { mac: true, browser: false };
const LINUX = { mac: false, browser: false };
const BROWSER = { mac: false, browser: true };

function pressed(
  key: string,
  held: { meta?: boolean; ctrl?: boolean; alt?: boolean; shift?: boolean } = {},
  code = '',
) {
  const { meta = false, ctrl = false, alt = false, shift = false } = held;
  return { key, code, metaKey: meta, ctrlKey: ctrl, altKey: alt, shiftKey: shift };
}

function actionOf(event: ReturnType<typeof pressed>, platform: typeof MAC) {
  return SHORTCUTS.find((one) => matches(chordOn(one, platform), event, platform))?.action;
}

describe('matches', () => {
  it('takes ⌘ on a Mac, Ctrl elsewhere, and Alt in a browser', () => {
    expect(actionOf(pressed('n', { meta: true }), MAC)).toBe('new-run');
    expect(actionOf(pressed('n', { ctrl: true }), MAC)).toBeUndefined();
    expect(actionOf(pressed('n', { ctrl: true }), LINUX)).toBe('new-run');
    expect(actionOf(pressed('n', { ctrl: true }), BROWSER)).toBeUndefined();
    expect(actionOf(pressed('n', { alt: true }), BROWSER)).toBe('new-run');
  });

  it('goes by the place of the key where Alt makes another character', () => {
    expect(actionOf(pressed('¡', { alt: true }, 'Digit1'), { mac: true, browser: true })).toBe('dock-1');
    expect(actionOf(pressed('Dead', { alt: true }, 'KeyN'), { mac: true, browser: true })).toBe('new-run');
  });

  it('needs no Shift for what a keyboard writes with it, and takes none beside a letter', () => {
    expect(actionOf(pressed('?', { shift: true }), LINUX)).toBe('shortcuts');
    expect(actionOf(pressed('J', { shift: true }), LINUX)).toBeUndefined();
    expect(actionOf(pressed('j'), LINUX)).toBe('next-item');
    expect(actionOf(pressed('j', { ctrl: true }), LINUX)).toBe('toggle-dock');
  });

  it('tells Alt from Alt with Shift', () => {
    expect(actionOf(pressed('S', { alt: true, shift: true }), LINUX)).toBe('stop-all');
    expect(actionOf(pressed('Í', { alt: true, shift: true }, 'KeyS'), MAC)).toBe('stop-all');
    expect(actionOf(pressed('ß', { alt: true }, 'KeyS'), MAC)).toBeUndefined();
    expect(actionOf(pressed('Dead', { alt: true, shift: true }, 'KeyN'), BROWSER)).toBeUndefined();
  });

  it('gives no two actions the same keys', () => {
    for (const platform of [MAC, LINUX, BROWSER]) {
      const texts = SHORTCUTS.map((one) => chordText(chordOn(one, platform), platform));
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});

describe('chordText', () => {
  it('writes keys as the platform does', () => {
    const chord = { key: 'n', mod: true, alt: true, shift: true };
    expect([chordText(chord, MAC), chordText(chord, LINUX)]).toEqual(['⌥⇧⌘N', 'Ctrl+Alt+Shift+N']);
    expect(chordText({ key: 'escape' }, MAC)).toBe('Esc');
    expect(chordText({ key: 'enter', mod: true }, MAC)).toBe('⌘Enter');
  });
});
