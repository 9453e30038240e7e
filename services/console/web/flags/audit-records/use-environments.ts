import { useQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../../api/queries/project.ts';
import type { AuditRecord, Environment } from '../../api/types.ts';

/** Returns the environments of the record's project; empty if it has none. */
export function useEnvironments(org: string, { project }: AuditRecord): readonly Environment[] {
  const { data = [] } = useQuery({
    ...environmentsQuery({ org, project: project ?? '' }),
    enabled: project !== null,
  });
  return data;
}

/** Returns the environment of a record; undefined if it has none or it was deleted. */
export const useEnvironment = (org: string, record: AuditRecord): Environment | undefined =>
  useEnvironments(org, record).find(({ slug }) => slug === record.environment);
