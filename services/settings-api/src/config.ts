import { planFields } from '@bunting/bootstrap';
import { writeLimits } from '@bunting/changes/organisations';
import { limitFields } from '@bunting/governance';
import { redisFields, redisRules } from '@bunting/redis';
import {
  ConfigError,
  integer,
  choice,
  optional,
  port,
  publicUrlFields,
  readConfig,
  secret,
  text,
  url,
  type Config,
  type Rule,
} from '@bunting/config';
import { serviceFields, staffFields } from '@bunting/service';
import { proxyFields } from '@bunting/service/client-address';
import { retentionDays } from '@bunting/retention';
import { sealingFields, userSigningFields } from '@bunting/sealed-secrets';
import { webhookFields } from '@bunting/webhooks';
import { organisationPolicies, signUpPolicies } from './accounts/policies.ts';

const webProtocols = ['https:', 'http:'];

/** All environment variables of the service beside those of tracing. `npm start` sets these alone. */
export const fields = {
  PORT: port({ default: 8084, description: 'the port to listen on' }),
  ...serviceFields,
  ...redisFields,
  ...staffFields,
  ...sealingFields,
  ...userSigningFields,
  ...webhookFields,
  SESSION_SECRET: secret({ minLength: 32, description: 'signs session cookies' }),
  ...publicUrlFields,
  ...proxyFields,
  SIGN_UP: choice({
    words: signUpPolicies,
    default: 'invited',
    description: 'who can create an account: anyone, invited people, nobody',
  }),
  CREATE_ORGANISATIONS: optional(
    choice({
      words: organisationPolicies,
      description: 'who can create organisations; by default anyone with SIGN_UP=open, else only staff',
    }),
  ),
  ...planFields,
  OIDC_ISSUER: optional(url({ protocols: webProtocols, description: 'the OpenID Connect provider' })),
  OIDC_CLIENT_ID: optional(text({ description: 'the client id of this installation at the provider' })),
  OIDC_CLIENT_SECRET: optional(secret({ minLength: 1, description: 'its client secret at the provider' })),
  // The limits of the evaluators, which the usage shows.
  EVAL_API_RATE_LIMIT_PER_MINUTE: limitFields.EVAL_API_RATE_LIMIT_PER_MINUTE,
  EVAL_API_RATE_LIMIT_DISABLED: limitFields.EVAL_API_RATE_LIMIT_DISABLED,
  SETTINGS_API_MAX_BODY_BYTES: integer({
    default: 16 * 1024 * 1024,
    min: 1024,
    max: 256 * 1024 * 1024,
    description: 'the largest body, compressed and decompressed; an import of 10,000 features has 12 MB',
  }),
  SETTINGS_API_MAX_WRITTEN_BYTES_PER_MINUTE: integer({
    default: 128 * 1024 * 1024,
    min: writeLimits.bytes, // the largest change
    max: Number.MAX_SAFE_INTEGER,
    description:
      'bytes of definitions that one process writes for an organisation per minute, across all environments',
  }),
  EVENT_ROLLUP_INTERVAL_MS: integer({
    default: 2_000,
    min: 100,
    max: 3_600_000,
    description:
      'how often new events are counted for summaries, and evaluation counts after ten times as long; reading them counts the latest first',
  }),
  AUDIT_RETENTION_DAYS: optional(
    retentionDays({ description: 'records of the audit log are removed this long after the change' }),
  ),
  EVENT_SUMMARY_RETENTION_DAYS: optional(
    retentionDays({ description: 'hours and days of summaries are removed after this time; totals stay' }),
  ),
  EVALUATION_COUNT_RETENTION_DAYS: retentionDays({
    default: 400,
    description: 'days of evaluation counts are removed after this time; totals stay',
  }),
  CHANGE_REQUEST_EXPIRY_DAYS: integer({
    default: 30,
    min: 1,
    max: 3_650,
    description: 'open change requests are closed this long after their last change',
  }),
};

export type SettingsApiConfig = Config<typeof fields>;

export function readSettingsApiConfig(
  env: Readonly<Record<string, string | undefined>>,
  warn: (message: string) => void,
): SettingsApiConfig {
  // Without it links would have the host of the `Host` header, which the caller chooses.
  const publicUrlRule: Rule = (isSet) =>
    env['NODE_ENV'] === 'production' && !isSet('PUBLIC_URL')
      ? ['PUBLIC_URL is required in production, for links in invitations and password resets.']
      : [];
  const config = readConfig(env, fields, warn, [...redisRules, publicUrlRule]);
  checkOpenIdConnect(config);
  return config;
}

/** Requires all of its variables or none: otherwise the first person who signs in would notice that one is missing. */
function checkOpenIdConnect(config: SettingsApiConfig): void {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'] as const;
  const isWanted = names.some((name) => name !== 'PUBLIC_URL' && config[name] !== undefined);
  const missing = names.filter((name) => config[name] === undefined);
  if (isWanted && missing.length > 0) {
    throw new ConfigError(missing.map((name) => `${name} is required too for OpenID Connect.`));
  }
}
