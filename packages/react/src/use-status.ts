import { useCallback, useSyncExternalStore } from 'react';
import type { Status } from '@bunting/client';
import { useBunting } from './provider.ts';
import { getRenderedClient } from './reading.ts';

/**
 * Returns the status of the values and renders the component again when it changes. On a server, and in a page until it is
 * hydrated, the status is `ready` if there are values and `loading` if there are none.
 */
export function useStatus(): Status {
  const client = useBunting();
  return useSyncExternalStore(
    useCallback((notify) => client.on('status', notify), [client]),
    () => client.status,
    () => {
      const { error } = getRenderedClient(client).details('', null, { expose: false });
      return error === 'not_loaded' ? 'loading' : 'ready';
    },
  );
}
