/** Paths of the console. Screens link to each other without importing each other. */
export const paths = {
  features: '/o/$org/p/$project/features',
  feature: '/o/$org/p/$project/features/$feature',
  serving: '/o/$org/p/$project/features/$feature/env/$env',
  overrides: '/o/$org/p/$project/features/$feature/env/$env/overrides',
  segments: '/o/$org/p/$project/segments',
  segment: '/o/$org/p/$project/segments/$segment',
  values: '/o/$org/p/$project/features/$feature/values',
  history: '/o/$org/p/$project/features/$feature/history',
  compare: '/o/$org/p/$project/features/$feature/compare',
  project: '/o/$org/p/$project/settings',
  firstRun: '/o/$org/p/$project/start',
  changeRequests: '/o/$org/p/$project/change-requests',
  changeRequest: '/o/$org/p/$project/change-requests/$number',
  explain: '/o/$org/p/$project/explain',
  environments: '/o/$org/p/$project/environments',
  environment: '/o/$org/p/$project/environments/$env',
  featureCode: '/o/$org/p/$project/features/$feature/code',
  code: '/o/$org/p/$project/code',
  events: '/o/$org/p/$project/events',
  webhooks: '/o/$org/webhooks',
  webhook: '/o/$org/webhooks/$endpoint',
  webhookGuide: '/o/$org/webhooks/guide',
  organisation: '/o/$org',
  members: '/o/$org/members',
  tokens: '/o/$org/tokens',
  auditLog: '/o/$org/audit-log',
  account: '/account',
  signIn: '/sign-in',
  signUp: '/sign-up',
  invitation: '/invitations/$token',
  passwordReset: '/password-resets/$token',
} as const;

/** Returns the anchor of a rule on the targeting page. It stays the same when the rule is moved. */
export function getRuleAnchor(id: string): string {
  return `rule-${id}`;
}
