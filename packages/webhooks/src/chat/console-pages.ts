/** Paths of the console, below the address of the installation. Slugs are escaped, although they need not be. */
export const consolePages = {
  members: (org: string) => path('o', org, 'members'),
  webhooks: (org: string) => path('o', org, 'webhooks'),
  features: (org: string, project: string) => path('o', org, 'p', project, 'features'),
  advice: (org: string, project: string) => `${path('o', org, 'p', project, 'features')}?view=advice`,
  feature: (org: string, project: string, feature: string) =>
    path('o', org, 'p', project, 'features', feature),
  serving: (org: string, project: string, feature: string, environment: string) =>
    path('o', org, 'p', project, 'features', feature, 'env', environment),
  changeRequest: (org: string, project: string, number: number) =>
    path('o', org, 'p', project, 'change-requests', String(number)),
};

function path(...parts: readonly string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}
