import type { FallbackIn, KeyOf, ServedIn, ValueIn } from '@bunting/sdk-core';

// The package is installed only in applications that also use it. The comment is one that stays in declarations.
// oxlint-disable-next-line typescript/ban-ts-comment, typescript/consistent-type-imports -- elsewhere it is missing
/** @ts-ignore */
type Generated = import('@bunting/client').Variables;

/** The types of your variables by key, as `bunting types` writes them for `@bunting/client`. While it is empty, every key is accepted. */
export type Variables = string extends keyof Generated ? NoVariables : Generated;

// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- as long as nothing is generated
interface NoVariables {}

/** The keys of variables: those of `Variables`, or any text while that is empty. They compare without case. */
export type Key = KeyOf<Variables>;

/** The type of a variable's value. */
export type ValueOf<K extends Key> = ValueIn<Variables, K>;

/** The type of a variable's fallback: that of its value, or anything that can be JSON where no types were generated. */
export type FallbackOf<K extends Key> = FallbackIn<Variables, K>;

/** The type that a read returns: that of the variable, or that of the fallback where no types were generated. */
export type Served<K extends Key, T> = ServedIn<Variables, K, T>;
