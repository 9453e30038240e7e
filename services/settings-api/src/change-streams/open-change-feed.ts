import { changesChannel, parseChangesMessage } from '@bunting/changes';
import { subscribeChannel } from '@bunting/redis';
import { createChangeFeed, type ChangeFeed, type ChangeFeedOptions } from './change-feed.ts';

type Subscriber = Parameters<typeof subscribeChannel>[0]['subscriber'];

/** Opens a feed that receives changes through Redis while it is available. */
export function openChangeFeed({
  subscriber,
  ...options
}: ChangeFeedOptions & { readonly subscriber: Subscriber }): ChangeFeed {
  const feed = createChangeFeed(options);
  const subscription = subscribeChannel({
    subscriber,
    channel: changesChannel,
    onMessage: (message) => feed.announced(parseChangesMessage(message)),
    onSubscribed: () => feed.setAnnouncing(true),
  });
  const onClose = () => feed.setAnnouncing(false);
  subscriber.on('close', onClose);
  return {
    ...feed,
    close() {
      subscription.stop();
      subscriber.off('close', onClose);
      feed.close();
    },
  };
}
