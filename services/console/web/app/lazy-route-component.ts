import { lazyRouteComponent as lazyComponent } from '@tanstack/react-router';
import { ChunkGone } from './route-failed.tsx';

/**
 * Returns a component that is loaded with its route, as the router's own does, which reloads the page if a chunk is gone, even with unsaved
 * changes: here RouteFailed decides. The router also preloads chunks when the pointer comes near a link, so the number of failures means nothing.
 */
export const lazyRouteComponent: typeof lazyComponent = (load, name) => {
  let attempt = 0;
  let address: string | undefined;
  let isReachable = false;
  async function again(): Promise<void> {
    isReachable = true;
    await component.preload?.();
  }
  const component = lazyComponent(() => {
    const wasReachable = isReachable;
    // Chromium does not ask a second time for a module that has failed, unless its address is another one.
    const loading =
      address === undefined
        ? load()
        : (import(/* @vite-ignore */ `${address}?attempt=${attempt}`) as ReturnType<typeof load>);
    return loading.catch((cause: unknown) => {
      attempt += 1;
      address ??= addressIn(cause);
      throw new ChunkGone(cause, { attempt, wasReachable, again });
    });
  }, name);
  return component;
};

/** Returns the address of the module that failed, if the browser names it. */
const addressIn = (cause: unknown) => /https?:\S+\.js/.exec(String(cause))?.[0];
