/** The names by which a browser on this machine may call the host: the answer to a foreign name that points here. */
function allowedHosts(port: number): readonly string[] {
  const names = ['127.0.0.1', 'localhost'];
  return names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

export function isAllowedHost(host: string | undefined, port: number): boolean {
  return host !== undefined && allowedHosts(port).includes(host);
}

/** Whether a request comes from a page of this very host. One without an Origin comes from no page. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin !== undefined && host !== undefined && origin === `http://${host}`;
}
