import { Type } from 'typebox';

/**
 * Twelve characters: what is guessed against a stolen hash at scrypt's price is short or common, and length is the one
 * rule that people can follow without writing passwords down. No rule about kinds of characters, which makes
 * them predictable. At most 256: hashing has a price, and it is ours.
 */
export const passwordLength = { min: 12, max: 256 } as const;

export const newPasswordSchema = Type.String({
  minLength: passwordLength.min,
  maxLength: passwordLength.max,
});
