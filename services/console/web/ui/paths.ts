/** Addresses of the console as values: rooms link to each other without importing each other. */
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
  explain: '/o/$org/p/$project/explain',
  environments: '/o/$org/p/$project/environments',
  environment: '/o/$org/p/$project/environments/$env',
  auditLog: '/o/$org/audit-log',
  signIn: '/sign-in',
} as const;
