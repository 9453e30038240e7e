/** `Flags.CHECKOUT.value` may be the content of the constant CHECKOUT, and a member called value. */
export const accessors: ReadonlySet<string> = new Set([
  'value',
  'rawValue',
  'key',
  'description',
  'to_s',
  'name',
  'getKey',
  'getValue',
  'toString',
]);

/** What a path may stand for, the likelier first. */
export function readingsOf(path: readonly string[]): (readonly string[])[] {
  const content = path.length > 1 && accessors.has(path.at(-1) as string) ? path.slice(0, -1) : undefined;
  return content === undefined ? [path] : [content, path];
}
