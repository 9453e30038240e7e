/** Any value that JSON can express. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

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
