import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '../../shared/settings.ts';
import { useAnswer } from '../data/queries.ts';

const LAST = 'runlight-theme';
const dark = window.matchMedia('(prefers-color-scheme: dark)');

function show(theme: Theme, systemIsDark: boolean): void {
  const shown = theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme;
  document.documentElement.dataset.theme = shown;
}

/** Shows the theme of last time before the engine has answered, so that nothing flashes. */
export function restoreTheme(): void {
  const last = localStorage.getItem(LAST);
  show(last === 'light' || last === 'dark' ? last : 'system', dark.matches);
}

function subscribe(listener: () => void): () => void {
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}

/** Keeps the document in the theme that the settings say, and `system` in step with the system. */
export function useTheme(): void {
  const systemIsDark = useSyncExternalStore(subscribe, () => dark.matches);
  const theme = useAnswer('settings.get', {}).data?.theme;
  useEffect(() => {
    if (theme === undefined) return;
    show(theme, systemIsDark);
    localStorage.setItem(LAST, theme);
  }, [theme, systemIsDark]);
}
