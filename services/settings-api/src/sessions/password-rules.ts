import { Type } from '@bunting/definitions/type';

/**
 * At least twelve characters, because passwords that can be guessed from a stolen scrypt hash are short or common. There is no rule about
 * kinds of characters, which would make passwords predictable. At most 256, because hashing longer ones costs us time.
 */
export const passwordLength = { min: 12, max: 256 } as const;

export const newPasswordSchema = Type.String({
  minLength: passwordLength.min,
  maxLength: passwordLength.max,
});
