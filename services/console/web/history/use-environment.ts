import { useQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../api/queries.ts';
import type { AuditRecord, Environment } from '../api/types.ts';

/** The environment that a record is of. Undefined = it is of none, or of one that is gone. */
export function useEnvironment(org: string, { project, environment }: AuditRecord): Environment | undefined {
  const { data } = useQuery({
    ...environmentsQuery({ org, project: project ?? '' }),
    enabled: project !== null && environment !== null,
  });
  return data?.find(({ slug }) => slug === environment);
}
