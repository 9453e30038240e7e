import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readBody, settings, readVersioned } from '../client.ts';
import { readWholeList } from '../whole-list.ts';
import { every } from '../retries.ts';

const path = '/settings/v1/organisations/{org}/webhook-endpoints';

/** The interval for refreshing deliveries while the page is visible. */
const liveMs = 5_000;

export interface OfEndpoint {
  readonly org: string;
  readonly endpoint: string;
}

export const endpointsQuery = (org: string) =>
  queryOptions({
    queryKey: ['webhooks', org],
    queryFn: () =>
      readWholeList((query) => readBody(settings.GET(path, { params: { path: { org }, query } }))),
    refetchInterval: every(liveMs),
  });

export const endpointQuery = ({ org, endpoint: id }: OfEndpoint) =>
  queryOptions({
    queryKey: ['webhooks', org, id],
    queryFn: () => readVersioned(settings.GET(`${path}/{id}`, { params: { path: { org, id } } })),
    refetchInterval: every(liveMs),
  });

export const activityQuery = ({ org, endpoint: id }: OfEndpoint) =>
  queryOptions({
    queryKey: ['webhooks', org, id, 'activity'],
    queryFn: () => readBody(settings.GET(`${path}/{id}/activity`, { params: { path: { org, id } } })),
    refetchInterval: every(30_000),
  });

export const kindsQuery = queryOptions({
  queryKey: ['webhook-event-kinds'],
  queryFn: () => readBody(settings.GET('/settings/v1/webhook-event-kinds')),
  select: ({ items }) => items,
  staleTime: Infinity,
});

interface DeliveryFilter {
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const deliveriesQuery = ({ org, endpoint: id }: OfEndpoint, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', org, id, 'deliveries', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      readBody(
        settings.GET(`${path}/{id}/deliveries`, {
          params: {
            path: { org, id },
            // The server reports invalid filters from the address.
            query: { limit: 50, ...(filter as object), ...(cursor && { cursor }) },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    // Each refetch reads all loaded pages again.
    refetchInterval: every<{ pages: readonly unknown[] }>((data) => liveMs * (data?.pages.length ?? 1)),
  });

export const deliveryQuery = ({ org, endpoint: id }: OfEndpoint, delivery: string) =>
  queryOptions({
    queryKey: ['webhooks', org, id, 'delivery', delivery],
    queryFn: () =>
      readBody(
        settings.GET(`${path}/{id}/deliveries/{delivery}`, { params: { path: { org, id, delivery } } }),
      ),
    refetchInterval: every(liveMs),
  });

type Item<Options> = Options extends { queryFn?: infer Fn }
  ? Fn extends (...given: never[]) => infer Answer
    ? Awaited<Answer>
    : never
  : never;

export type Endpoint = Item<ReturnType<typeof endpointQuery>>['body'];
export type EventKind = Item<typeof kindsQuery>['items'][number];
export type Delivery = Item<ReturnType<typeof deliveriesQuery>>['items'][number];
export type WholeDelivery = Item<ReturnType<typeof deliveryQuery>>;
