/**
 * Returns the code point at an index of a text; a lone surrogate is itself. That is the definition of `text.codePointAt(index)`, but
 * Node.js 24.21 compiles that, after `text.charCodeAt(index)`, to the half of a pair: users with such characters in their ids changed
 * buckets.
 */
export function codePointAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if ((unit & 0xfc00) !== 0xd800 || index + 1 >= text.length) return unit;
  const next = text.charCodeAt(index + 1);
  return (next & 0xfc00) === 0xdc00 ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : unit;
}
