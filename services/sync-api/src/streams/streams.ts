import type { ServerResponse } from 'node:http';
import { systemClock, type Clock } from '@bunting/async';
import type { CatalogKey, CatalogListeners, CatalogStore } from '@bunting/datafile';
import type { KeyKind } from '@bunting/definitions';
import type { Topic } from './topic.ts';
import { getConnections, createTopics, mayHaveMissed, type Topics } from './topics.ts';
import { begin, write, type Connection } from './connection.ts';
import { endEvenly } from './end-evenly.ts';
import { eventText, firstBytes, heartbeat, randomBetween } from './event-text.ts';
import { createHeartbeatWheel } from './heartbeat-wheel.ts';
import { createPacer, type Pacer } from './pacer.ts';
import type { StreamMetrics } from './stream-metrics.ts';
import { whatChanged } from './what-changed.ts';

/** The open streams of a process. */
export interface Streams extends CatalogListeners {
  /**
   * Answers with a stream. `since` is the version that the client knows; it is notified of a change at once when it may have missed one.
   * @param res nothing was written to it
   */
  open(res: ServerResponse, stream: OpenedStream): void;
  size(): number;
  /** Returns the number of open streams by kind of key. */
  count(): Readonly<Record<KeyKind, number>>;
  /** Ends all streams within that time, one after the other in random order. */
  drain(withinMs: number): void;
  close(): void;
}

export interface OpenedStream {
  readonly key: CatalogKey;
  readonly since: number | undefined;
  readonly onClose: () => void;
}

const heartbeatMs = 25_000;
const coalesceMs = 50;
const lifetimeMs = { min: 45 * 60_000, max: 75 * 60_000 };

export function createStreams(options: {
  environments: Pick<CatalogStore, 'isOpenedBy'>;
  metrics: Pick<StreamMetrics, 'onNotified'>;
  notificationsPerSecond: number;
  /** Milliseconds since 1970. */
  now: () => number;
  clock?: Clock;
}): Streams {
  const { environments, metrics, notificationsPerSecond, now, clock = systemClock } = options;
  /** By environment. */
  const topics = new Map<string, Topics>();
  const counts = { server: 0, client: 0, datafile: 0 };
  const wheel = createHeartbeatWheel({ turnMs: heartbeatMs, clock, beat });
  const notifySoon = coalesce(createPacer({ perSecond: notificationsPerSecond, clock, send }), clock);

  function beat(connection: Connection): void {
    const { res, endsAt } = connection;
    // It was ended since the last turn, and the peer has not read the rest: it must not keep its place.
    if (res.writableEnded) res.destroy();
    else if (clock.now() >= endsAt) res.end();
    else write(connection, heartbeat);
  }

  function send(connection: Connection): void {
    const { topic } = connection;
    const isWritten = write(connection, topic.eventFor(connection));
    connection.notified = topic.sequence;
    if (isWritten) metrics.onNotified(Math.max(0, now() - topic.oldestAt()) / 1000);
  }

  function add(connection: Connection, onClose: () => void): void {
    const { res, kind, topic } = connection;
    topic.connections.add(connection);
    wheel.add(connection);
    counts[kind] += 1;
    res.once('close', () => {
      topic.connections.delete(connection);
      wheel.delete(connection);
      counts[kind] -= 1;
      onClose();
    });
  }

  return {
    open(res, { key, since, onClose }) {
      const { environment, kind, keyHash } = key;
      const { environmentId, version } = environment;
      const found = topics.get(environmentId) ?? createTopics(environment);
      topics.set(environmentId, found);
      const topic = kind === 'client' ? found.client : found.secret;
      const endsAt = clock.now() + randomBetween(lifetimeMs.min, lifetimeMs.max);
      const isNotifiedNow = mayHaveMissed(topic, { since, version, now: now() });
      const event = isNotifiedNow ? eventText(version, topic.changedAt, undefined) : '';
      begin(res, firstBytes(version) + event);
      if (isNotifiedNow) metrics.onNotified(0);
      add({ res, kind, keyHash, topic, notified: topic.sequence, endsAt }, onClose);
    },

    onNewVersion(newVersion) {
      const { environmentId, version, loadedAt: at, access } = newVersion.environment;
      const found = topics.get(environmentId);
      if (found === undefined) return;
      if (access !== newVersion.before.access) {
        endThose(found, ({ keyHash }) => !environments.isOpenedBy(environmentId, keyHash));
      }
      const changes = whatChanged(newVersion);
      for (const who of ['secret', 'client'] as const) {
        const change = changes[who];
        if (change === undefined) continue;
        found[who].add({ version, at, names: change.names });
        notifySoon(found[who]);
      }
    },

    onDropped(environmentId) {
      const found = topics.get(environmentId);
      if (found !== undefined) endThose(found, () => true);
      topics.delete(environmentId);
    },

    isFollowed(environmentId) {
      const found = topics.get(environmentId);
      return found !== undefined && found.secret.connections.size + found.client.connections.size > 0;
    },

    size: () => counts.server + counts.client + counts.datafile,
    count: () => counts,
    drain: (withinMs) => endEvenly([...topics.values()].flatMap(getConnections), withinMs, clock),
    close: () => wheel.stop(),
  };
}

/** Merges several changes within a moment into one event. */
function coalesce(pacer: Pacer, clock: Clock): (topic: Topic<Connection>) => void {
  const waiting = new Set<Topic<Connection>>();
  return (topic) => {
    if (waiting.has(topic)) return;
    waiting.add(topic);
    clock.setTimeout(() => {
      waiting.delete(topic);
      pacer.notify(topic);
    }, coalesceMs);
  };
}

function endThose(topics: Topics, isToEnd: (connection: Connection) => boolean): void {
  for (const connection of getConnections(topics)) if (isToEnd(connection)) connection.res.end();
}
