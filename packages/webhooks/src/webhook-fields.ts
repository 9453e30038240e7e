import { flag, optional, secret } from '@bunting/config';

/** The variables of whoever writes signing secrets or opens them, and of whoever accepts targets or sends to them. */
export const webhookFields = {
  SECRETS_ENCRYPTION_KEY: optional(
    secret({
      description: 'seals the signing secrets of webhook endpoints; without, they are stored as they are',
    }),
  ),
  SECRETS_ENCRYPTION_KEY_PREVIOUS: optional(
    secret({ description: 'opens what an earlier SECRETS_ENCRYPTION_KEY sealed, until that is sealed anew' }),
  ),
  WEBHOOK_ALLOW_INSECURE_TARGETS: flag({
    default: false,
    description: 'lets webhooks go to http and private addresses: for local development and tests only',
  }),
};
