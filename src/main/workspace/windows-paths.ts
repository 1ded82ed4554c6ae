const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
const FORBIDDEN = /[<>"|?*\p{Cc}]/u;

/** Why Windows would not take `path` for the plain path that it looks like; `undefined` when it would. */
export function windowsPathProblem(path: string): string | undefined {
  const rest = path.replace(/^[a-z]:(?=[\\/])/i, '');
  if (/^[a-z]:/i.test(rest)) return 'is relative to a drive';
  if (rest.includes(':')) return 'names an alternate data stream';
  for (const segment of rest.split(/[\\/]/)) {
    if (segment === '.' || segment === '..') continue;
    // Windows drops them, so that the name would mean another file.
    if (/[. ]$/.test(segment)) return 'has a name that ends with a dot or a space';
    if (DEVICE.test(segment)) return 'names a device';
    if (FORBIDDEN.test(segment)) return 'holds a character that no name may have';
  }
  return undefined;
}
