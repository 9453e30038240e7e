import { Type } from 'typebox';

/** A string that is one of some words. */
export function stringEnum<const Word extends string>(words: readonly Word[]) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words] });
}
