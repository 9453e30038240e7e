import { useCallback, useSyncExternalStore } from 'react';
import type { Status } from '@bunting/client';
import { useBunting } from './provider.ts';
import { renderedOf } from './reading.ts';

/**
 * How good the values are. The component renders again when that differs. On a server, and in a page until it has taken over, it is
 * `ready` where there are values and `loading` where there are none.
 */
export function useStatus(): Status {
  const client = useBunting();
  return useSyncExternalStore(
    useCallback((notify) => client.on('status', notify), [client]),
    () => client.status,
    () => {
      const { error } = renderedOf(client).details('', null, { expose: false });
      return error === 'not_loaded' ? 'loading' : 'ready';
    },
  );
}
