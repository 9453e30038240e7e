import { flag } from '@bunting/config';

/** The variable of services that check webhook targets or send to them. */
export const webhookFields = {
  WEBHOOK_ALLOW_INSECURE_TARGETS: flag({
    default: false,
    description: 'allows webhooks to http and private addresses, for local development and tests only',
  }),
};
