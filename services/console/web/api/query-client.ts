import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { isLeft } from './live/leaving.ts';
import { sessionQuery } from './queries/project.ts';
import { countFailure, every, forgetFailures } from './retries.ts';
import { ApiError } from './api-error.ts';

/** The cache of what the server has: how reads are asked again, and what a refusal says of the session. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        countFailure(query);
        onRefusal(error);
      },
      onSuccess: (_data, query) => forgetFailures(query),
    }),
    mutationCache: new MutationCache({ onError: (error) => onRefusal(error) }),
    defaultOptions: {
      // Without a network a request fails and is reported, instead of waiting unseen.
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: false,
        enabled: ({ queryKey }: Query) => !isLeft(queryKey),
        // What may pass by itself is asked again, ever more slowly; a refusal stays.
        refetchInterval: every(false),
      },
      mutations: {
        // A write is repeated by itself only where it surely had no effect.
        retry: (count, error) => count < 1 && error instanceof ApiError && error.code === 'too_many_writers',
        networkMode: 'always',
      },
    },
  });
  /** The role may have changed since the session was read: controls then say why they are off. */
  function onRefusal(error: unknown): void {
    if (error instanceof ApiError && error.code === 'role_insufficient')
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }
  return client;
}
