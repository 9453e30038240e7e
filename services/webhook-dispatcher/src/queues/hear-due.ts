import { dueChannel, parseDueMessage, type DueDelivery } from '@bunting/webhooks';
import type { Redis } from 'ioredis';

/**
 * Listens for fresh deliveries on a connection of its own, which stays the caller's. `onConnected` is called whenever
 * messages begin to arrive: some may have been missed before.
 */
export function hearDue(options: {
  subscriber: Redis;
  onDue: (deliveries: readonly DueDelivery[]) => void;
  onConnected: () => void;
}): { stop(): void } {
  const { subscriber, onDue, onConnected } = options;
  const onMessage = (channel: string, message: string) => {
    if (channel === dueChannel) onDue(parseDueMessage(message));
  };
  // Refused or lost: the next `ready` tries again, and the sweep goes on meanwhile.
  const subscribe = () => void subscriber.subscribe(dueChannel).then(onConnected, () => {});
  subscriber.on('message', onMessage);
  subscriber.on('ready', subscribe);
  if (subscriber.status === 'ready') subscribe();
  return {
    stop() {
      subscriber.off('message', onMessage);
      subscriber.off('ready', subscribe);
    },
  };
}
