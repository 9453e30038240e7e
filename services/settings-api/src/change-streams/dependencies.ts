import type { ChangeFeed } from './change-feed.ts';

export interface ChangeStreamDependencies {
  readonly changeFeed: ChangeFeed;
}
