import { useMutation } from '@tanstack/react-query';
import { readChanged, settings } from '../../api/client.ts';
import type { OfServing } from '../../api/queries/project.ts';
import { useInvalidateProject } from '../../api/live/use-invalidate-project.ts';
import type { OverrideChanges } from '../../api/queries/overrides.ts';

const path =
  '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/overrides';

/** Adds, changes or removes overrides in one change. With an ETag only if none of them has changed. */
export function usePinning(target: OfServing) {
  const invalidate = useInvalidateProject(target);
  return useMutation({
    mutationFn: ({ pins, etag }: { pins: OverrideChanges; etag?: string }) =>
      readChanged(
        settings.PUT(path, {
          params: { path: { ...target }, query: {} },
          ...(etag && { headers: { 'If-Match': etag } }),
          body: pins,
        }),
      ),
    onSettled: invalidate,
  });
}
