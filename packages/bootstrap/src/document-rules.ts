import { choice, publicUrlFields, readConfig } from '@bunting/config';
import { plans, type Plan } from '@bunting/definitions/organisations';
import { readTargetRules, webhookFields, type TargetRules } from '@bunting/webhooks';

/** The variable of everything that creates organisations. */
export const planFields = {
  DEFAULT_PLAN: choice({
    words: plans,
    default: 'enterprise',
    description:
      'the plan of new organisations; enterprise has no caps, use free if you sell Bunting as a service',
  }),
};

/** The operator's rules for documents. */
export interface DocumentRules {
  /** Which webhook targets are allowed. */
  readonly targetRules: TargetRules;
  /** The plan of organisations that are new, where the document names none. */
  readonly defaultPlan: Plan;
  /** The address of the installation, for the links in webhooks. */
  readonly publicUrl: string | undefined;
}

/** Reads the rules from environment variables. Throws a ConfigError. */
export function readDocumentRules(env: Readonly<Record<string, string | undefined>>): DocumentRules {
  const config = readConfig(env, { ...webhookFields, ...planFields, ...publicUrlFields });
  return {
    targetRules: readTargetRules(config),
    defaultPlan: config.DEFAULT_PLAN,
    publicUrl: config.PUBLIC_URL,
  };
}
