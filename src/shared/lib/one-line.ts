/** Text on one line: whatever Unicode calls a line break, CRLF being one, shows as one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, ' ');
}
