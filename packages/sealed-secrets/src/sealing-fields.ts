import { optional, secret } from '@bunting/config';

/** The variables of services that write or read signing secrets of webhook endpoints and environments. */
export const sealingFields = {
  SECRETS_ENCRYPTION_KEY: optional(
    secret({
      description:
        'encrypts the signing secrets of webhook endpoints and environments; without it they are stored unencrypted',
    }),
  ),
  SECRETS_ENCRYPTION_KEY_PREVIOUS: optional(
    secret({
      description:
        'decrypts what the previous SECRETS_ENCRYPTION_KEY encrypted, until that is encrypted again',
    }),
  ),
};
