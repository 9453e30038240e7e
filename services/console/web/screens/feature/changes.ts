import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readChanged, settings } from '../../api/client.ts';
import { markDeleted, evictWhenUnused, unmark } from '../../api/live/deleted-features.ts';
import type { OfFeature } from '../../api/queries/project.ts';
import type { paths } from '../../api/generated/schema.d.ts';
import { useInvalidateProject } from '../../api/live/use-invalidate-project.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}';

export type FeaturePatch = NonNullable<
  paths[typeof path]['patch']['requestBody']
>['content']['application/json'];

interface Patched {
  readonly body: FeaturePatch;
  readonly etag: string;
}

/** Changes the name, slug, description, status or metadata of a feature. */
export function usePatchFeature(target: OfFeature) {
  const client = useQueryClient();
  const invalidate = useInvalidateProject(target);
  return useMutation({
    mutationFn: ({ body, etag }: Patched) =>
      readChanged(
        settings.PATCH(path, { params: { path: { ...target } }, headers: { 'If-Match': etag }, body }),
      ),
    onMutate({ body }) {
      if (body.slug !== undefined) markDeleted(target);
    },
    onSuccess(_answer, { body }) {
      if (body.slug !== undefined) evictWhenUnused(client, target);
      invalidate();
    },
    onError() {
      unmark(target);
      invalidate();
    },
  });
}
