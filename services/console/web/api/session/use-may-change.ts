import { useQuery } from '@tanstack/react-query';
import { getChangeReason } from './disabled-reasons.ts';
import { useMembership } from './use-can.ts';
import { getDeniedReason } from './denied-reason.ts';
import { environmentsQuery, usesQuery, type OfFeature } from '../queries/project.ts';

/** Returns why the user cannot change the details of a feature, or the feature as a whole. */
export function useMayChange(target: OfFeature) {
  const { data: uses } = useQuery(usesQuery(target));
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const membership = useMembership(target.org);
  const protectedIn = environments.filter(({ slug }) =>
    uses?.some((use) => use.protected && use.environment === slug),
  );
  return {
    define: getDeniedReason(membership, 'define'),
    served: getChangeReason(membership, uses, environments),
    /** The protected environments that serve it, as a list in words; '' = none. */
    protectedNames: new Intl.ListFormat('en-GB').format(protectedIn.map(({ name }) => name)),
  };
}
