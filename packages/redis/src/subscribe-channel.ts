import type { Redis } from 'ioredis';

/** A running subscription. */
export interface Subscription {
  /** Stops listening. The caller closes the connection. */
  stop(): void;
}

/**
 * Subscribes to a channel as long as the connection exists: it subscribes again at every reconnect.
 * `onSubscribed` is called whenever messages begin to arrive; some may have been missed before.
 * @param options.subscriber from `createRedisSubscriber`; several subscriptions may share it
 */
export function subscribeChannel(options: {
  subscriber: Redis;
  channel: string;
  onMessage: (message: string) => void;
  onSubscribed?: () => void;
}): Subscription {
  const { subscriber, channel, onMessage, onSubscribed = () => {} } = options;
  const onAnyMessage = (from: string, message: string) => {
    if (from === channel) onMessage(message);
  };
  // If it is rejected, the connection was lost, and will be ready again.
  const subscribe = () => void subscriber.subscribe(channel).then(onSubscribed, () => {});

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
