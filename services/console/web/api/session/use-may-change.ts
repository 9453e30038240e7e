import { useQuery } from '@tanstack/react-query';
import { refusalToChangeServed, refusalToDefine } from './refusals.ts';
import { environmentsQuery, sessionQuery, usesQuery, type OfFeature } from '../queries/project.ts';

/** Why whoever is signed in may not change names and descriptions, or what is served of the feature as a whole. */
export function useMayChange(target: OfFeature) {
  const { data: session } = useQuery(sessionQuery);
  const { data: uses } = useQuery(usesQuery(target));
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const role = session?.organisations.find(({ slug }) => slug === target.org)?.role ?? 'viewer';
  const protectedIn = environments.filter(({ slug }) =>
    uses?.some((use) => use.protected && use.environment === slug),
  );
  return {
    define: refusalToDefine(role),
    served: refusalToChangeServed(role, uses, environments),
    /** The protected environments that serve it, as a list in words; '' = none does. */
    protectedNames: new Intl.ListFormat('en-GB').format(protectedIn.map(({ name }) => name)),
  };
}
