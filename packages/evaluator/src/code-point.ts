/**
 * The code point at an index of a text; a lone surrogate is itself. What `text.codePointAt(index)` is defined to be, but Node.js 24.21
 * compiles that, behind `text.charCodeAt(index)`, to the half of a pair: users with such characters in their ids changed buckets.
 */
export function codePointAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if ((unit & 0xfc00) !== 0xd800 || index + 1 >= text.length) return unit;
  const next = text.charCodeAt(index + 1);
  return (next & 0xfc00) === 0xdc00 ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : unit;
}
