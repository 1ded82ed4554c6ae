import { shell, type WebContents } from 'electron';
import type { Log } from '../lib/log.ts';
import { described } from '../lib/thrown.ts';
import { isAppPage, isWebAddress } from './app-url.ts';

/** Keeps contents on our page: links go to the person's browser, everything else nowhere. */
export function confineNavigation(contents: WebContents, log: Log): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (isWebAddress(url)) {
      shell.openExternal(url).catch((error: unknown) => {
        log('warn', 'a link could not be opened', { error: described(error) });
      });
    } else {
      log('warn', 'a window was not opened', { scheme: URL.parse(url)?.protocol });
    }
    return { action: 'deny' };
  });
  contents.on('will-frame-navigate', (details) => {
    // Reloading is going to the same page.
    if (details.isMainFrame && isAppPage(details.url)) return;
    details.preventDefault();
    log('warn', 'a navigation was refused', { scheme: URL.parse(details.url)?.protocol });
  });
  contents.on('will-redirect', (details) => details.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
