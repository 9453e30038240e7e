import { readConfig } from '@bunting/config';
import { readTargetRules, webhookFields, type TargetRules } from '@bunting/webhooks';

/** Returns which webhook targets of a document the environment variables allow. Throws a ConfigError. */
export function readDocumentRules(env: Readonly<Record<string, string | undefined>>): TargetRules {
  return readTargetRules(readConfig(env, webhookFields));
}
