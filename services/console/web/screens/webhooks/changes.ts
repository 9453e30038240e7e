import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody, readChanged, settings, type Versioned } from '../../api/client.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { addressInShort } from './model.ts';
import { endpointQuery, type Endpoint, type EventKind, type OfEndpoint } from '../../api/queries/webhooks.ts';

const path = '/settings/v1/organisations/{org}/webhook-endpoints';

/** The fields of an endpoint's form. */
export type Fields = Pick<Endpoint, 'url' | 'format' | 'events' | 'description' | 'enabled'>;

function useRefresh(org: string) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['webhooks', org] });
}

export type NewEndpointFields = Omit<Fields, 'enabled'>;

/** Returns a function that creates an endpoint. */
export function useMakeEndpoint(org: string) {
  const refresh = useRefresh(org);
  return async (body: NewEndpointFields) => {
    const created = await readChanged(settings.POST(path, { params: { path: { org } }, body }));
    // Not awaited, because the secret is shown only once and must not wait for a list.
    void refresh();
    return created.body;
  };
}

/** Changes an endpoint, with `If-Match` if a version is given. `onDone` runs after success. */
export function useChangeEndpoint(
  { org, endpoint: id }: OfEndpoint,
  sayDone: (address: string) => string,
  onDone?: (answer: Versioned<Endpoint>, sent: Partial<Fields>) => void,
) {
  const client = useQueryClient();
  const refresh = useRefresh(org);
  const say = useToast();
  return useMutation({
    mutationFn: ({ body, etag }: { body: Partial<Fields> & { on_hold?: false }; etag?: string }) =>
      readChanged(
        settings.PATCH(`${path}/{id}`, {
          params: { path: { org, id } },
          headers: { ...(etag && { 'If-Match': etag }) },
          body,
        }),
      ),
    // Also after the page was left, so that the draft does not become stale.
    onSuccess({ body: after, etag, changeId }, { body: sent }) {
      client.setQueryData(endpointQuery({ org, endpoint: id }).queryKey, { body: after, etag });
      onDone?.({ body: after, etag }, sent);
      say(sayDone(addressInShort(after.url)), { change: { org, id: changeId, isFinal: true } });
    },
    // Also after an error, because somebody else may have saved. Not awaited, so that the user can go on.
    onSettled: () => void refresh(),
  });
}

export function useDeleteEndpoint({ org, endpoint: id }: OfEndpoint, url: string, onDone: () => void) {
  const client = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: (etag: string) =>
      readChanged(
        settings.DELETE(`${path}/{id}`, { params: { path: { org, id } }, headers: { 'If-Match': etag } }),
      ),
    // On a conflict the current version is loaded and sent again.
    onError: () => client.invalidateQueries({ queryKey: endpointQuery({ org, endpoint: id }).queryKey }),
    onSuccess: async ({ changeId }) => {
      const change = { org, id: changeId, isFinal: true };
      say(`Deleted the endpoint ${addressInShort(url)}`, { change });
      onDone();
      client.removeQueries({ queryKey: ['webhooks', org, id] });
      await client.invalidateQueries({ queryKey: ['webhooks', org], exact: true });
    },
  });
}

export function useRotateSecret({ org, endpoint: id }: OfEndpoint) {
  return useMutation({
    mutationFn: () =>
      readBody(settings.POST(`${path}/{id}/rotate-secret`, { params: { path: { org, id } } })),
  });
}

export function useSendTest({ org, endpoint: id }: OfEndpoint) {
  const refresh = useRefresh(org);
  return useMutation({
    mutationFn: (type: EventKind['kind']) =>
      readBody(settings.POST(`${path}/{id}/test`, { params: { path: { org, id } }, body: { type } })),
    onSuccess: refresh,
  });
}

export function useRedeliver({ org, endpoint: id }: OfEndpoint) {
  const refresh = useRefresh(org);
  const say = useToast();
  return useMutation({
    mutationFn: (delivery: string) =>
      readChanged(
        settings.POST(`${path}/{id}/deliveries/{delivery}/redeliver`, {
          params: { path: { org, id, delivery } },
        }),
      ),
    onSuccess: async ({ body }) => {
      const what = `The delivery ${body.id}`;
      say(
        body.next_attempt_at === null
          ? `${what} is queued until the endpoint is released.`
          : `${what} was queued again.`,
      );
      await refresh();
    },
  });
}

/** Counts failed deliveries since a time, or redelivers them. */
export function useRedeliverAll({ org, endpoint: id }: OfEndpoint) {
  const refresh = useRefresh(org);
  return useMutation({
    mutationFn: ({ since, dryRun }: { since: string; dryRun: boolean }) =>
      readBody(
        settings.POST(`${path}/{id}/deliveries/redeliver`, {
          params: { path: { org, id } },
          body: { failed_since: since, dry_run: dryRun },
        }),
      ),
    onSuccess: ({ dry_run: isCount }) => (isCount ? undefined : refresh()),
  });
}
