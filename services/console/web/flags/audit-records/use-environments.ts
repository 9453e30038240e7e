import { useQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../../api/queries/project.ts';
import type { AuditRecord, Environment } from '../../api/types.ts';

/** Of the project that a record is of. Empty = it is of none. */
export function useEnvironments(org: string, { project }: AuditRecord): readonly Environment[] {
  const { data = [] } = useQuery({
    ...environmentsQuery({ org, project: project ?? '' }),
    enabled: project !== null,
  });
  return data;
}

/** The environment that a record is of. Undefined = it is of none, or of one that is gone. */
export const useEnvironment = (org: string, record: AuditRecord): Environment | undefined =>
  useEnvironments(org, record).find(({ slug }) => slug === record.environment);
