import type { Found } from '../api/types.ts';
import { paths } from '../page/paths.ts';

/** The address of a screen, without the organisation. */
export interface Address {
  readonly to: string;
  readonly params: Readonly<Record<string, string | null>>;
  readonly search?: Readonly<Record<string, string>>;
}

/** Returns the address of a search result. */
export function getAddress({ kind, project, feature, endpoint, slug }: Found): Address {
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

/** Returns the results with each variable below its feature, if the feature was found, too. */
export function groupVariables(
  results: readonly Found[],
): readonly { readonly found: Found; readonly isPart: boolean }[] {
  const isIn = (feature: Found, { kind, project, feature: slug }: Found) =>
    kind === 'variable' && project === feature.project && slug === feature.slug;
  const features = results.filter(({ kind }) => kind === 'feature');
  return results
    .filter((each) => !features.some((feature) => isIn(feature, each)))
    .flatMap((found) => [
      { found, isPart: false },
      ...(found.kind === 'feature' ? results.filter((each) => isIn(found, each)) : []).map((each) => ({
        found: each,
        isPart: true,
      })),
    ]);
}

/**
 * Returns search results with their addresses: of this project or of none, those of the requested kind first, and each address once, because
 * the search finds a feature by each of its variables, too.
 */
export function listNearest(
  results: readonly Found[],
  { kind, project }: { readonly kind: string; readonly project: string | undefined },
): readonly { readonly found: Found; readonly address: Address }[] {
  const isHere = (each: Found) =>
    each.kind === 'project' || each.project === null || each.project === project;
  // An error names a webhook endpoint with a space.
  const isOther = (each: Found) => Number(each.kind.replaceAll('_', ' ') !== kind);
  const byAddress = new Map<string, { found: Found; address: Address }>();
  for (const found of results.filter(isHere).toSorted((one, other) => isOther(one) - isOther(other))) {
    const address = getAddress(found);
    const key = JSON.stringify(address);
    if (!byAddress.has(key)) byAddress.set(key, { found, address });
  }
  return [...byAddress.values()];
}
