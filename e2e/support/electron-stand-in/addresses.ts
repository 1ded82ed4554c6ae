// Chromium loads no page from a scheme that it does not know. So each scheme of the app's has a host in the browser, whose
// requests never leave the process; the app hears of its own addresses only.
const SUFFIX = '.stand-in.test';

export function toBrowserAddress(address: string): string {
  const custom = /^(?!https?:|data:|about:|file:)([a-z][a-z0-9+.-]*):\/\/([^/?#]+)(.*)$/i.exec(address);
  if (custom === null) return address;
  const [, scheme = '', host = '', rest = ''] = custom;
  return `https://${host}.${scheme}${SUFFIX}${rest}`;
}

export function toAppAddress(address: string): string {
  const url = URL.parse(address);
  const own = url === null ? null : /^(.+)\.([^.]+)\.stand-in\.test$/.exec(url.hostname);
  if (url === null || own === null) return address;
  const [, host = '', scheme = ''] = own;
  return `${scheme}://${host}${address.slice(url.origin.length)}`;
}

/** The scheme that a browser address stands for; `undefined` for one of the outside world. */
export function schemeOf(address: string): string | undefined {
  return /\.([^.]+)\.stand-in\.test$/.exec(URL.parse(address)?.hostname ?? '')?.[1];
}
