/** The scheme that the window's files are served under; a page of another one is none of ours. */
export const APP_SCHEME = 'runlight';
const APP_HOST = 'app';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`;

/** Whether `address` is under our own protocol. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
}

/** Whether `address` is the page of our windows, wherever in it: the only one that they may show. */
export function isAppPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && isAppAddress(address) && (url.pathname === '/index.html' || url.pathname === '/');
}

/** Whether the person's browser may be asked to open it. Other schemes could start programs. */
export function isWebAddress(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
