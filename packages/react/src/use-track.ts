import { useCallback } from 'react';
import type { TrackOptions } from '@bunting/client';
import { useBunting } from './provider.ts';

/** Records an event of the current user. */
export type Track = (event: string, options?: TrackOptions) => void;

/**
 * Returns a function that records events; the function is stable while the client is the same.
 * @example
 * const track = useTrack();
 * return <button onClick={() => track('order', { value: 49.9 })}>Order</button>;
 */
export function useTrack(): Track {
  const client = useBunting();
  return useCallback((event, options) => client.track(event, options), [client]);
}
