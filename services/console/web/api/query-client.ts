import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { isDeleted } from './live/deleted-features.ts';
import { sessionQuery } from './queries/project.ts';
import { countFailure, every, resetFailures } from './retries.ts';
import { ApiError } from './api-error.ts';

/** Creates the query cache with its retries. Refusals refresh the session. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        countFailure(query);
        onRefusal(error);
      },
      onSuccess: (_data, query) => resetFailures(query),
    }),
    mutationCache: new MutationCache({ onError: (error) => onRefusal(error) }),
    defaultOptions: {
      // Requests without a network fail and are reported, instead of waiting.
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: false,
        enabled: ({ queryKey }: Query) => !isDeleted(queryKey),
        // Temporary errors are retried with backoff; refusals are not.
        refetchInterval: every(false),
      },
      mutations: {
        // Writes are retried only if they certainly had no effect.
        retry: (count, error) => count < 1 && error instanceof ApiError && error.code === 'too_many_writers',
        networkMode: 'always',
      },
    },
  });
  /** Refreshes the session after a refusal, because the role may have changed. Controls then show why they are disabled. */
  function onRefusal(error: unknown): void {
    if (error instanceof ApiError && error.code === 'role_insufficient')
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }
  return client;
}
