import { nativeTheme } from 'electron';
import { Settings } from '../../shared/settings.ts';
import type { Engine } from '../ipc/connection.ts';

/** Keeps frames, menus and dialogs in the theme that the settings ask for, now and whenever they change. */
export async function followTheme(engine: Engine): Promise<void> {
  const connection = engine.connect((push) => {
    if (push.type === 'changed' && (push.what === 'settings' || push.what === 'all')) void apply();
  });
  async function apply(): Promise<void> {
    const answer = await connection.request('settings.get', {});
    const settings = answer.ok ? Settings.safeParse(answer.value) : undefined;
    if (settings?.success === true) nativeTheme.themeSource = settings.data.theme;
  }
  await apply();
}
