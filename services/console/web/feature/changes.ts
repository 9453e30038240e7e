import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { changedOf, settings } from '../api/client.ts';
import { leave, removeOnceLeft, stay } from '../api/leaving.ts';
import type { OfFeature } from '../api/queries.ts';
import type { paths } from '../api/schema.d.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}';

export type FeaturePatch = NonNullable<
  paths[typeof path]['patch']['requestBody']
>['content']['application/json'];

interface Patched {
  readonly body: FeaturePatch;
  readonly etag: string;
}

/** What is asked again after a feature was changed: everything that shows it. */
export function useForgetFeature({ org, project, feature }: OfFeature) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [
        ['feature', org, project, feature],
        ['feature-uses', org, project, feature],
        ['serving', org, project, feature],
        ['features', org, project],
        ['audit-log', org],
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
}

/** Name, slug, description, status or metadata. It is not repeated by itself. */
export function usePatchFeature(target: OfFeature) {
  const client = useQueryClient();
  const forget = useForgetFeature(target);
  return useMutation({
    mutationFn: ({ body, etag }: Patched) =>
      changedOf(
        settings.PATCH(path, { params: { path: { ...target } }, headers: { 'If-Match': etag }, body }),
      ),
    retry: false,
    onMutate({ body }) {
      if (body.slug !== undefined) leave(target);
    },
    onSuccess(_answer, { body }) {
      if (body.slug === undefined) return forget();
      removeOnceLeft(client, target);
      return forgetLists(client, target);
    },
    onError() {
      stay(target);
      return forget();
    },
  });
}

export function useDeleteFeature(target: OfFeature) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (etag: string) =>
      changedOf(settings.DELETE(path, { params: { path: { ...target } }, headers: { 'If-Match': etag } })),
    retry: false,
    onMutate: () => leave(target),
    onSuccess() {
      removeOnceLeft(client, target);
      return forgetLists(client, target);
    },
    onError: () => stay(target),
  });
}

const forgetLists = (client: QueryClient, { org, project }: OfFeature) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['features', org, project] }),
    client.invalidateQueries({ queryKey: ['audit-log', org] }),
  ]);
