import { flag, optional, secret } from '@bunting/config';

/** The variables of services that write or read signing secrets, and that check webhook targets or send to them. */
export const webhookFields = {
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
  WEBHOOK_ALLOW_INSECURE_TARGETS: flag({
    default: false,
    description: 'allows webhooks to http and private addresses, for local development and tests only',
  }),
};
