import { useMutation } from '@tanstack/react-query';
import { readChanged, settings } from '../../api/client.ts';
import { useInvalidateProject } from '../../api/live/use-invalidate-project.ts';
import type { OfSegment } from '../../api/queries/segments.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/segments/{segment}';

export function useRemove(target: OfSegment) {
  const invalidate = useInvalidateProject(target);
  const remove = useMutation({
    mutationFn: ({ etag }: { etag: string }) =>
      readChanged(settings.DELETE(path, { params: { path: { ...target } }, headers: { 'If-Match': etag } })),
  });
  // Invalidate only after leaving the page, because a deleted segment would return 404.
  return { ...remove, invalidate };
}
