/** Any value that JSON can express. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/**
 * What can be written as JSON: also an object whose type is an interface, which has no index signature. Functions, and collections such as `Map`, are
 * none at the top.
 */
export type JsonLike = null | boolean | number | string | readonly JsonLike[] | ObjectLike;

/**
 * An object of what can be JSON, of any type. One that is neither a function (which has `call`) nor a list or another collection (which can be iterated):
 * an interface has no index signature.
 */
export type ObjectLike =
  | { readonly [key: string]: JsonLike | undefined }
  | (object & { readonly call?: never; readonly [Symbol.iterator]?: never });

/**
 * The types of your variables by key. `bunting types` writes a file that fills it in:
 * `declare module '@bunting/client' { interface Variables { 'checkout-layout': string } }`. While it is empty, every key is accepted.
 */
export interface Variables {}

// oxlint-disable typescript/no-redundant-type-constituents -- as long as nothing is generated, there are no keys
/** The keys of variables: those of `Variables`, or any text while that is empty. */
export type Key = keyof Variables extends never ? string : keyof Variables & string;

/** The type of a variable's value. */
export type ValueOf<K extends Key> = K extends keyof Variables ? Variables[K] : JsonValue;

/** What a fallback of a variable may be: a value of its type, or anything that can be JSON where that is its type. */
export type FallbackOf<K extends Key> = [JsonValue] extends [ValueOf<K>] ? JsonLike : ValueOf<K>;

/** Values of some variables by key: of the generated types, or any values while there are none. */
export type SomeValues = keyof Variables extends never
  ? Readonly<Record<string, unknown>>
  : { readonly [K in keyof Variables]?: Variables[K] | undefined };

/** What reading a variable gives: its type, or the type of the fallback where no types were generated. */
export type Served<K extends Key, T> = K extends keyof Variables ? Variables[K] : Widened<T>;

/** `false` → boolean, `'classic'` → string, 1 → number. */
export type Widened<T> = T extends boolean
  ? boolean
  : T extends number
    ? number
    : T extends string
      ? string
      : T extends null
        ? JsonValue
        : T;
