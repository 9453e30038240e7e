import { useQueryClient } from '@tanstack/react-query';
import { isTouched } from './touched.ts';

/**
 * What is called after a write: what is shown of the project, and of the organisation, is asked again. The stream of changes does not tell of
 * one's own. Nobody waits for it: what a dialog does once it has saved must not depend on these answers.
 */
export function useForget({
  org,
  project = null,
}: {
  readonly org: string;
  readonly project?: string | null;
}) {
  const client = useQueryClient();
  return (): void =>
    void client.invalidateQueries({
      predicate: ({ queryKey }) => isTouched(queryKey, org, { project, action: '' }),
    });
}
