import { Type } from './type.ts';

// The classes are spelt out in both cases: under the flags `iu` a pattern would also take ſ for s and K (Kelvin) for k.
const slugPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$';

/** A slug in any case; `storedSlug` gives its stored form. */
export const slugSchema = Type.String({
  pattern: slugPattern,
  description:
    'a letter or digit, then letters, digits, ".", "_" or "-", at most 100 characters (stored lower-cased)',
});

/** A name for people, of 1 to 200 characters. */
export const nameSchema = Type.String({ minLength: 1, maxLength: 200 });

/** Returns the slug as it is stored and compared: lower-cased. */
export function storedSlug(slug: string): string {
  return slug.toLowerCase();
}
