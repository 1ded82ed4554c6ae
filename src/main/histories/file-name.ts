/** File systems take 255 bytes; an ending and a temporary one come behind it. */
const MAX_BYTES = 200;
const MAX_LENGTH = 80;
// What some file system does not take, and what only looks like a part of a name.
const UNUSABLE = /[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name for a file about something of that title, which every file system takes. */
export function fileName(title: string, ending: string): string {
  const words = title.normalize('NFC').replaceAll(UNUSABLE, ' ').replaceAll(/\s+/g, ' ').trim();
  let bytes = 0;
  // Whole characters, of which some take two places.
  const short = Array.from(words)
    .slice(0, MAX_LENGTH)
    .filter((char) => (bytes += Buffer.byteLength(char)) <= MAX_BYTES)
    .join('')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return `${short === '' || RESERVED.test(short) ? 'Thread' : short}${ending}`;
}
