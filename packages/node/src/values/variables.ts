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

// The package is there only in applications that install it, too. The comment is one that stays in declarations.
// oxlint-disable-next-line typescript/ban-ts-comment, typescript/consistent-type-imports -- elsewhere it is missing
/** @ts-ignore */
type Generated = import('@bunting/client').Variables;

/** The types of your variables by key, as `bunting types` writes them for `@bunting/client`. While it is empty, every key is accepted. */
export type Variables = string extends keyof Generated ? NoVariables : Generated;

// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- as long as nothing is generated
interface NoVariables {}

// oxlint-disable-next-line typescript/no-redundant-type-constituents -- as long as nothing is generated
type GeneratedKey = keyof Variables & string;

/** The keys of variables: those of `Variables`, or any text while that is empty. They compare without case. */
export type Key = keyof Variables extends never ? string : GeneratedKey;

/** The type of a variable's value. */
export type ValueOf<K extends Key> = K extends keyof Variables ? Variables[K] : JsonValue;

/** What a fallback of a variable may be: a value of its type, or anything that can be JSON where that is its type. */
export type FallbackOf<K extends Key> = [JsonValue] extends [ValueOf<K>] ? JsonLike : ValueOf<K>;

/** What reading a variable gives: its type, or the type of the fallback where no types were generated. */
export type Served<K extends Key, T> = K extends keyof Variables ? Variables[K] : Widened<T>;

/** `false` → boolean, `'classic'` → string, 1 → number. */
type Widened<T> = T extends boolean
  ? boolean
  : T extends number
    ? number
    : T extends string
      ? string
      : T extends null
        ? JsonValue
        : T;
