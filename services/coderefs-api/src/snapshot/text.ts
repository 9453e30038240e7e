/** Characters are Unicode code points, as PostgreSQL counts them. */
export function isLongerThan(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return false;
  return firstCharacters(text, maxCharacters).length < text.length;
}

/** Returns the first `count` characters; never cuts a surrogate pair. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let i = 0; i < count && end < text.length; i++) end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/**
 * Returns whether a text has C0, DEL or C1: no name needs them, and they change the terminal or page that shows them.
 */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/**
 * Returns the rule that a text breaks which PostgreSQL cannot store, as it is in the error text. Halves of surrogate pairs would all become
 * U+FFFD, and different names one.
 */
export function brokenStorageRule(text: string): string | undefined {
  if (text.includes('\0')) return 'not contain NUL';
  return text.isWellFormed() ? undefined : 'not contain half of a surrogate pair';
}
