import type { FallbackIn, KeyOf, ServedIn, ValueIn } from '@bunting/sdk-core';

/**
 * The types of your variables by key. `bunting types` writes a file that fills it in:
 * `declare module '@bunting/client' { interface Variables { 'checkout-layout': string } }`. While it is empty, every key is accepted.
 */
export interface Variables {}

/** The keys of variables: those of `Variables`, or any text while that is empty. */
export type Key = KeyOf<Variables>;

/** The type of a variable's value. */
export type ValueOf<K extends Key> = ValueIn<Variables, K>;

/** The type of a variable's fallback: that of its value, or anything that can be JSON where no types were generated. */
export type FallbackOf<K extends Key> = FallbackIn<Variables, K>;

/** Values of some variables by key: of the generated types, or any values while there are none. */
export type SomeValues = keyof Variables extends never
  ? Readonly<Record<string, unknown>>
  : { readonly [K in keyof Variables]?: Variables[K] | undefined };

/** The type that a read returns: that of the variable, or that of the fallback where no types were generated. */
export type Served<K extends Key, T> = ServedIn<Variables, K, T>;
