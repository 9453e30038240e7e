import type { Redis } from 'ioredis';

/**
 * Listens to a channel on a connection that stays the caller's. `onConnected` is called whenever messages begin to arrive:
 * some may have been missed before.
 */
export function hear(options: {
  subscriber: Redis;
  channel: string;
  onMessage: (message: string) => void;
  onConnected?: () => void;
}): { stop(): void } {
  const { subscriber, channel, onMessage, onConnected = () => {} } = options;
  const onAnyMessage = (from: string, message: string) => {
    if (from === channel) onMessage(message);
  };
  // Refused or lost: the next `ready` tries again.
  const subscribe = () => void subscriber.subscribe(channel).then(onConnected, () => {});
  subscriber.on('message', onAnyMessage);
  subscriber.on('ready', subscribe);
  if (subscriber.status === 'ready') subscribe();
  return {
    stop() {
      subscriber.off('message', onAnyMessage);
      subscriber.off('ready', subscribe);
    },
  };
}
