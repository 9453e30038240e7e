import type { Redis } from 'ioredis';
import { decodePublication, publicationChannel, type Publication } from './publication.ts';

/**
 * Listens for publications on a connection of its own. `onConnected` is called whenever messages begin to arrive: some
 * may have been missed before. Returns what ends it; the connection stays the caller's.
 */
export function followPublications(options: {
  subscriber: Redis;
  onPublication: (publication: Publication) => void;
  onConnected: () => void;
}): () => void {
  const { subscriber, onPublication, onConnected } = options;
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
  return () => {
    subscriber.off('message', onMessage);
    subscriber.off('ready', subscribe);
  };
}
