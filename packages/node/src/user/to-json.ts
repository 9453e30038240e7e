/**
 * The most objects and lists within each other that a user may have, the user included: the service reads a request of a hundred, and the user
 * stands in its body.
 */
export const maxDepth = 99;

/**
 * Returns what the service would read of a value that is written as JSON; undefined = it is left out. Plain values are returned as they are. Throws
 * where JSON cannot write the value, or it is nested too deeply.
 *
 * @param name the member that has the value, with which `toJSON` is called
 * @param depth how many objects and lists there are around the value
 */
export function toJson(value: unknown, name: string, depth: number): unknown {
  if (value === undefined || isPlain(value, depth)) return value;
  const text = JSON.stringify({ [name]: value });
  const read = (JSON.parse(text) as Readonly<Record<string, unknown>>)[name];
  // What `toJSON` returns may be nested too deeply, too.
  isPlain(read, depth);
  return read;
}

/** Whether JSON would write the value as it is. Throws where it is nested too deeply, as what contains itself is. */
function isPlain(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      // JSON has neither NaN nor infinities, and no sign of zero.
      return Number.isFinite(value) && (value !== 0 || 1 / value > 0);
    case 'object':
      return value === null || isPlainObject(value, depth + 1);
    default:
      return false;
  }
}

function isPlainObject(value: object, depth: number): boolean {
  if (depth > maxDepth) throw new TypeError(`it is nested more than ${maxDepth} deep, or contains itself`);
  if (hasToJson(value)) return false;
  if (Array.isArray(value)) return isPlainList(value, depth);
  if (!isRecord(value)) return false;
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    // Most are texts. What is undefined is left out by JSON, and is missing to evaluation as well.
    if (typeof member !== 'string' && member !== undefined && !isPlain(member, depth)) return false;
  }
  return true;
}

function isPlainList(list: readonly unknown[], depth: number): boolean {
  if (Object.getPrototypeOf(list) !== Array.prototype) return false;
  for (let index = 0; index < list.length; index++) {
    const entry = list[index];
    if (typeof entry !== 'string' && !isPlain(entry, depth)) return false;
  }
  return true;
}

/** Whether an object says itself what JSON writes of it. */
export function hasToJson(value: object): value is { toJSON: (name: string) => unknown } {
  const { toJSON } = value as { readonly toJSON?: unknown };
  return toJSON !== undefined && typeof toJSON === 'function';
}

/** Whether an object has no class. */
export function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
