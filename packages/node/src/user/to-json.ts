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
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return isPlainNumber(value);
  return typeof value === 'object' && isPlainObject(value, depth + 1);
}

/** JSON has neither NaN nor infinities, and no sign of zero. */
function isPlainNumber(value: number): boolean {
  return value - value === 0 && (value !== 0 || 1 / value > 0);
}

// Each evaluation of a local client runs these loops. V8 does not inline `isPlain` into them, therefore they compare types themselves.

function isPlainObject(value: object, depth: number): boolean {
  if (depth > maxDepth) throw new TypeError(`it is nested more than ${maxDepth} deep, or contains itself`);
  if (Array.isArray(value)) return isPlainList(value, depth);
  if (hasToJson(value) || !isRecord(value)) return false;
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    // JSON leaves out what is undefined, and to evaluation it is missing as well.
    if (typeof member === 'string' || typeof member === 'boolean' || member === undefined) continue;
    if (typeof member === 'number') {
      if (!isPlainNumber(member)) return false;
    } else if (member !== null && (typeof member !== 'object' || !isPlainObject(member, depth + 1)))
      return false;
  }
  return true;
}

function isPlainList(list: readonly unknown[], depth: number): boolean {
  if (list.constructor !== Array || hasToJson(list)) return false;
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
  // Much faster than asking for the prototype. It also holds for an object that inherits from a plain one, and both JSON and evaluation read
  // own members only.
  if (value.constructor === Object) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
