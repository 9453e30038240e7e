/** PostgreSQL's text has no place for U+0000; what is no Unicode is replaced likewise when it is encoded. */
export function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\u{fffd}') : text;
}
