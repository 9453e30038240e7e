/** The maximum depth of objects and lists in a user, the user included: the service reads a request of a hundred, and the user is in its body. */
export const maxDepth = 99;

/**
 * Returns the value that the service would read if this value is written as JSON; undefined = it is left out. Plain values are returned as they are.
 * Throws if it cannot be written as JSON or is nested too deeply.
 *
 * @param name the member that has the value, with which `toJSON` is called
 * @param depth the number of objects and lists around the value
 */
export function toJson(value: unknown, name: string, depth: number): unknown {
  if (value === undefined || isPlain(value, depth)) return value;
  const text = JSON.stringify({ [name]: value });
  const read = (JSON.parse(text) as Readonly<Record<string, unknown>>)[name];
  // The value that `toJSON` returns may be nested too deeply, too.
  isPlain(read, depth);
  return read;
}

/** Returns true if JSON would write the value as it is. Throws if it is nested too deeply, as a value that contains itself is. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return isPlainNumber(value);
  return typeof value === 'object' && isPlainObject(value, depth + 1);
}

/** Returns true if JSON can write the number: it has neither NaN nor infinities, and no sign of zero. */
function isPlainNumber(value: number): boolean {
  return value - value === 0 && (value !== 0 || 1 / value > 0);
}

// Each evaluation of a local client runs these loops. V8 does not inline `isPlain` into them, therefore they compare types themselves.

function isPlainObject(value: object, depth: number): boolean {
  if (depth > maxDepth) throw new TypeError(`nested more than ${maxDepth} levels deep, or circular`);
  if (Array.isArray(value)) return isPlainList(value, depth);
  if (hasToJson(value) || !isRecord(value)) return false;
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    // JSON leaves out undefined members, and they are missing to evaluation as well.
    if (typeof member === 'string' || typeof member === 'boolean' || member === undefined) continue;
    if (typeof member === 'number') {
      if (!isPlainNumber(member)) return false;
    } else if (member !== null && (typeof member !== 'object' || !isPlainObject(member, depth + 1)))
      return false;
  }
  return true;
}

function isPlainList(list: readonly unknown[], depth: number): boolean {
  if ((list.constructor as unknown) !== Array || hasToJson(list)) return false;
  for (let index = 0; index < list.length; index++) {
    const entry = list[index];
    if (typeof entry !== 'string' && !isPlain(entry, depth)) return false;
  }
  return true;
}

/** Returns true if the object has `toJSON`. */
export function hasToJson(value: object): value is { toJSON: (name: string) => unknown } {
  const { toJSON } = value as { readonly toJSON?: unknown };
  return toJSON !== undefined && typeof toJSON === 'function';
}

/** Returns true if the object is plain or inherits from a plain one: both JSON and evaluation read own members only. */
export function isRecord(value: object): boolean {
  // Much faster than asking for the prototype.
  return value.constructor === Object || hasPlainPrototype(value);
}

/** Returns true if the object inherits no members but those of every object. */
export function hasPlainPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
