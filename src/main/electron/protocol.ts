import { protocol } from 'electron';
import { notFound, type Content } from '../host/content.ts';
import { APP_SCHEME, isAppAddress } from './app-url.ts';

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the window's files under our protocol, and nothing else. */
export function serveApp(content: Content): void {
  protocol.handle(APP_SCHEME, (request) => {
    if (request.method !== 'GET' || !isAppAddress(request.url)) return notFound();
    const { pathname, search } = new URL(request.url);
    return content(pathname + search, request.headers.get('accept'));
  });
}
