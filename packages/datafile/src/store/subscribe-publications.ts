import type { Redis } from 'ioredis';
import { withTimeout } from '@bunting/async';
import { decodePublication, publicationChannel, type Publication } from '../publish/publication.ts';

export interface PublicationSubscriber {
  /** Makes a new connection when the present one has fallen silent: nothing else would tell. */
  probe(): Promise<void>;
  /** The connection stays the caller's. */
  stop(): void;
}

/**
 * Listens for publications on a connection of its own. `onConnected` is called whenever messages begin to arrive: some
 * may have been missed before.
 */
export function subscribePublications(options: {
  subscriber: Redis;
  timeoutMs: number;
  onPublication: (publication: Publication) => void;
  onConnected: () => void;
}): PublicationSubscriber {
  const { subscriber, timeoutMs, onPublication, onConnected } = options;
  const onMessage = (channel: string, message: string) => {
    if (channel !== publicationChannel) return;
    const publication = decodePublication(message);
    if (publication) onPublication(publication);
  };
  // Refused or lost: the next `ready` tries again, and polling goes on meanwhile.
  const subscribe = () => void subscriber.subscribe(publicationChannel).then(onConnected, () => {});

  subscriber.on('message', onMessage);
  subscriber.on('ready', subscribe);
  if (subscriber.status === 'ready' || subscriber.status === 'wait') subscribe();
  return {
    async probe() {
      if (subscriber.status !== 'ready') return;
      await withTimeout(subscriber.ping(), timeoutMs, 'Redis').catch(() => {
        if (subscriber.status === 'ready') subscriber.disconnect(true);
      });
    },
    stop() {
      subscriber.off('message', onMessage);
      subscriber.off('ready', subscribe);
    },
  };
}
