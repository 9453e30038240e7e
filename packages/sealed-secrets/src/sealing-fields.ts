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
      description: 'the previous SECRETS_ENCRYPTION_KEY, until its secrets are encrypted again',
    }),
  ),
};

/** The variables of services that write or read the secrets that sign users, of which evaluators decrypt no others. */
export const userSigningFields = {
  USER_SIGNING_ENCRYPTION_KEY: optional(
    secret({
      description:
        'encrypts the user signing secrets of environments; without it they are stored unencrypted',
    }),
  ),
  USER_SIGNING_ENCRYPTION_KEY_PREVIOUS: optional(
    secret({
      description: 'the previous USER_SIGNING_ENCRYPTION_KEY, until its secrets are encrypted again',
    }),
  ),
};
