/** Any value that JSON can express. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/**
 * A value that can be written as JSON. Includes objects whose type is an interface, which have no index signature; excludes functions and collections
 * such as `Map` at the top.
 */
export type JsonLike = null | boolean | number | string | readonly JsonLike[] | ObjectLike;

/**
 * An object that can be written as JSON. Interfaces have no index signature, so the second type accepts any object that is no function (which has
 * `call`), no list and no other collection (which can be iterated).
 */
export type ObjectLike =
  | { readonly [key: string]: JsonLike | undefined }
  | (object & { readonly call?: never; readonly [Symbol.iterator]?: never });

/** Returns the type of a value: as `typeof`, but `array` for lists. */
export function getType(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
