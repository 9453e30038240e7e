import { lazyRouteComponent as lazyComponent } from '@tanstack/react-router';
import { ChunkGone } from './route-failed.tsx';

/**
 * The router would load the page anew where a chunk is gone, whatever is unsaved: RouteFailed decides that. The router also asks for chunks
 * ahead, when the pointer comes near a link, so how often one has failed says nothing.
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

/** Where the module should have been, as far as the browser says so. */
const addressIn = (cause: unknown) => /https?:\S+\.js/.exec(String(cause))?.[0];
