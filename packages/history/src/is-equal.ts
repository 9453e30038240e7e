/** Returns whether two JSON values are the same. A member that is missing differs from one that is `undefined`. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((entry, index) => isEqual(entry, right[index]))
    );
  }
  const [members, others] = [left, right] as Readonly<Record<string, unknown>>[];
  const names = Object.keys(members!);
  return (
    names.length === Object.keys(others!).length &&
    names.every((name) => Object.hasOwn(others!, name) && isEqual(members![name], others![name]))
  );
}
