/** Types over `Variables`, the interface that `bunting types` fills in. Each SDK has an interface of its own and passes it. */
import type { JsonLike, JsonValue } from './json.ts';

// oxlint-disable typescript/no-redundant-type-constituents -- as long as nothing is generated, there are no keys
/** The keys of variables: those of `Variables`, or any text while that is empty. */
export type KeyOf<Variables> = keyof Variables extends never ? string : keyof Variables & string;

/** The type of a variable's value. */
export type ValueIn<Variables, K> = K extends keyof Variables ? Variables[K] : JsonValue;

/** The type of a variable's fallback: that of its value, or anything that can be JSON where no types were generated. */
export type FallbackIn<Variables, K> = [JsonValue] extends [ValueIn<Variables, K>]
  ? JsonLike
  : ValueIn<Variables, K>;

/** The type that a read returns: that of the variable, or that of the fallback where no types were generated. */
export type ServedIn<Variables, K, T> = K extends keyof Variables ? Variables[K] : Widened<T>;

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

/** Returns the key as the service has it: keys compare without case. A value that is no text is the key of no variable. */
export function normaliseKey(key: unknown): string {
  return typeof key === 'string' ? key.toLowerCase() : '';
}
