import { lazyRouteComponent as lazyComponent } from '@tanstack/react-router';
import { ChunkGone } from './route-failed.tsx';

/**
 * The router would load the page anew where a chunk is gone, whatever is unsaved: RouteFailed decides that. It also asks for chunks ahead,
 * when the pointer comes near a link: how often that has failed says nothing.
 */
export const lazyRouteComponent: typeof lazyComponent = (load, name) => {
  let attempts = 0;
  let isSecondTry = false;
  async function again(): Promise<void> {
    isSecondTry = true;
    await component.preload?.();
  }
  const component = lazyComponent(() => {
    const next = isSecondTry ? undefined : again;
    isSecondTry = false;
    return load().catch((cause: unknown) => {
      attempts += 1;
      throw new ChunkGone(cause, attempts, next);
    });
  }, name);
  return component;
};
