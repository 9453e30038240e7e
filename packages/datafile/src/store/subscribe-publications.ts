import type { Redis } from 'ioredis';
import { subscribeChannel, type Subscription } from '@bunting/redis';
import { decodePublication, publicationChannel, type Publication } from '../publish/publication.ts';

/** Subscribes to publications. `onConnected` is called whenever messages begin to arrive; some may have been missed before. */
export function subscribePublications(options: {
  subscriber: Redis;
  onPublication: (publication: Publication) => void;
  onConnected: () => void;
}): Subscription {
  const { subscriber, onPublication, onConnected } = options;
  return subscribeChannel({
    subscriber,
    channel: publicationChannel,
    onMessage(message) {
      const publication = decodePublication(message);
      if (publication) onPublication(publication);
    },
    onSubscribed: onConnected,
  });
}
