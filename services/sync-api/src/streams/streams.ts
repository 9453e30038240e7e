import type { ServerResponse } from 'node:http';
import { systemClock, type Clock } from '@bunting/async';
import type { CatalogKey, CatalogListeners, CatalogStore } from '@bunting/datafile';
import type { KeyKind } from '@bunting/definitions';
import type { Audience } from './audience.ts';
import { connectionsOf, createAudiences, mayHaveMissed, type Audiences } from './audiences.ts';
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
  /** Open streams by kind of key. */
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
  const audiences = new Map<string, Audiences>();
  const counts = { server: 0, client: 0, datafile: 0 };
  const wheel = createHeartbeatWheel({ turnMs: heartbeatMs, clock, beat });
  const tellSoon = coalesce(createPacer({ perSecond: notificationsPerSecond, clock, send }), clock);

  function beat(connection: Connection): void {
    const { res, endsAt } = connection;
    // It was ended since the last turn, and the peer has not read the rest: it must not keep its place.
    if (res.writableEnded) res.destroy();
    else if (clock.now() >= endsAt) res.end();
    else write(connection, heartbeat);
  }

  function send(connection: Connection): void {
    const { audience } = connection;
    const isWritten = write(connection, audience.eventFor(connection));
    connection.notified = audience.sequence;
    if (isWritten) metrics.onNotified(Math.max(0, now() - audience.oldestAt()) / 1000);
  }

  function add(connection: Connection, onClose: () => void): void {
    const { res, kind, audience } = connection;
    audience.connections.add(connection);
    wheel.add(connection);
    counts[kind] += 1;
    res.once('close', () => {
      audience.connections.delete(connection);
      wheel.delete(connection);
      counts[kind] -= 1;
      onClose();
    });
  }

  return {
    open(res, { key, since, onClose }) {
      const { environment, kind, keyHash } = key;
      const { environmentId, version } = environment;
      const found = audiences.get(environmentId) ?? createAudiences(environment);
      audiences.set(environmentId, found);
      const audience = kind === 'client' ? found.client : found.secret;
      const endsAt = clock.now() + randomBetween(lifetimeMs.min, lifetimeMs.max);
      const isNotifiedNow = mayHaveMissed(audience, { since, version, now: now() });
      const event = isNotifiedNow ? eventText(version, audience.changedAt, undefined) : '';
      begin(res, firstBytes(version) + event);
      if (isNotifiedNow) metrics.onNotified(0);
      add({ res, kind, keyHash, audience, notified: audience.sequence, endsAt }, onClose);
    },

    onNewVersion(newVersion) {
      const { environmentId, version, loadedAt: at, access } = newVersion.environment;
      const found = audiences.get(environmentId);
      if (found === undefined) return;
      if (access !== newVersion.before.access) {
        endThose(found, ({ keyHash }) => !environments.isOpenedBy(environmentId, keyHash));
      }
      const changes = whatChanged(newVersion);
      for (const who of ['secret', 'client'] as const) {
        const change = changes[who];
        if (change === undefined) continue;
        found[who].add({ version, at, names: change.names });
        tellSoon(found[who]);
      }
    },

    onDropped(environmentId) {
      const found = audiences.get(environmentId);
      if (found !== undefined) endThose(found, () => true);
      audiences.delete(environmentId);
    },

    size: () => counts.server + counts.client + counts.datafile,
    count: () => counts,
    drain: (withinMs) => endEvenly([...audiences.values()].flatMap(connectionsOf), withinMs, clock),
    close: () => wheel.stop(),
  };
}

/** Several changes within a moment are one event. */
function coalesce(pacer: Pacer, clock: Clock): (audience: Audience<Connection>) => void {
  const waiting = new Set<Audience<Connection>>();
  return (audience) => {
    if (waiting.has(audience)) return;
    waiting.add(audience);
    clock.setTimeout(() => {
      waiting.delete(audience);
      pacer.tell(audience);
    }, coalesceMs);
  };
}

function endThose(audiences: Audiences, isToEnd: (connection: Connection) => boolean): void {
  for (const connection of connectionsOf(audiences)) if (isToEnd(connection)) connection.res.end();
}
