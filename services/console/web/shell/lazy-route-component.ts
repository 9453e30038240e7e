import { lazyRouteComponent as lazyComponent } from '@tanstack/react-router';
import { ChunkGone } from './route-failed.tsx';

/** The router would load the page anew where a chunk is gone, whatever is unsaved: RouteFailed decides that. */
export const lazyRouteComponent: typeof lazyComponent = (load, name) =>
  lazyComponent(
    () =>
      load().catch((error: unknown) => {
        throw new ChunkGone('A chunk is gone.', { cause: error });
      }),
    name,
  );
