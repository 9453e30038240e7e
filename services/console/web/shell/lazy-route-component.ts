import { lazyRouteComponent as lazyComponent } from '@tanstack/react-router';
import { ChunkGone } from './route-failed.tsx';

/** The router would load the page anew where a chunk is gone, whatever is unsaved: RouteFailed decides that. */
export const lazyRouteComponent: typeof lazyComponent = (load, name) => {
  let attempts = 0;
  const component = lazyComponent(
    () =>
      load().catch((cause: unknown) => {
        attempts += 1;
        throw new ChunkGone(cause, attempts, async () => component.preload?.());
      }),
    name,
  );
  return component;
};
