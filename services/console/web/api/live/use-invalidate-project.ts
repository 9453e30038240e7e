import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isTouched } from './touched.ts';

interface Scope {
  readonly org: string;
  /** Null or absent for the organisation itself. */
  readonly project?: string | null;
}

/**
 * Invalidates the queries of a project or organisation after a write, which the change stream does not report. Not awaited, so that a
 * dialog does not stay open until the refetches finish.
 */
export function invalidateProject(client: QueryClient, { org, project = null }: Scope): void {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => isTouched(queryKey, org, { project, action: '' }),
  });
}

export function useInvalidateProject(scope: Scope): () => void {
  const client = useQueryClient();
  return () => invalidateProject(client, scope);
}
