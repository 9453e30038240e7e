import { optional, secret } from '@bunting/config';

/** The variables of services that write or read signing secrets of webhook endpoints. */
export const sealingFields = {
  SECRETS_ENCRYPTION_KEY: optional(
    secret({
      description:
        'encrypts the signing secrets of webhook endpoints; without it they are stored unencrypted',
    }),
  ),
  SECRETS_ENCRYPTION_KEY_PREVIOUS: optional(
    secret({
      description:
        'decrypts what the previous SECRETS_ENCRYPTION_KEY encrypted, until that is encrypted again',
    }),
  ),
};

/** The variables of services that write or read the secrets that sign users, of which evaluators decrypt no others. */
export const userSigningFields = {
  USER_SIGNING_ENCRYPTION_KEY: optional(
    secret({
      description:
        'encrypts the secrets of environments that sign users; without it they are stored unencrypted',
    }),
  ),
  USER_SIGNING_ENCRYPTION_KEY_PREVIOUS: optional(
    secret({
      description:
        'decrypts what the previous USER_SIGNING_ENCRYPTION_KEY encrypted, until that is encrypted again',
    }),
  ),
};
