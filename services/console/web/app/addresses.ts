import type { Found } from '../api/types.ts';
import { paths } from '../page/paths.ts';

/** The address of a screen, without the organisation. */
export interface Address {
  readonly to: string;
  readonly params: Readonly<Record<string, string | null>>;
  readonly search?: Readonly<Record<string, string>>;
}

/** Returns the address of a search result. */
export function addressOf({ kind, project, feature, endpoint, slug }: Found): Address {
  switch (kind) {
    case 'feature':
      return { to: paths.feature, params: { project, feature: slug } };
    case 'variable':
      return { to: paths.feature, params: { project, feature } };
    case 'segment':
      return { to: paths.segment, params: { project, segment: slug } };
    case 'environment':
      return { to: paths.environment, params: { project, env: slug } };
    case 'project':
      return { to: paths.features, params: { project } };
    case 'member':
      return { to: paths.members, params: {} };
    case 'webhook_endpoint':
      return { to: paths.webhook, params: { endpoint: slug } };
    case 'delivery':
      return { to: paths.webhook, params: { endpoint }, search: { delivery: slug } };
    case 'change':
      return { to: paths.auditLog, params: {}, search: { change: slug } };
  }
}

/**
 * What was found, with where it is shown: what is of the kind that was looked for comes first, and every place once. A feature is found by
 * each of its variables, too.
 */
export function nearestOf(
  found: readonly Found[],
  kind: string,
): readonly { readonly found: Found; readonly address: Address }[] {
  // An error names a webhook endpoint with a space.
  const isOther = (each: Found) => Number(each.kind.replaceAll('_', ' ') !== kind);
  const byAddress = new Map<string, { found: Found; address: Address }>();
  for (const each of found.toSorted((one, other) => isOther(one) - isOther(other))) {
    const address = addressOf(each);
    const key = JSON.stringify(address);
    if (!byAddress.has(key)) byAddress.set(key, { found: each, address });
  }
  return [...byAddress.values()];
}
