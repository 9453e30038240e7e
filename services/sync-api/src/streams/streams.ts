import type { ServerResponse } from 'node:http';
import { systemClock, type Clock } from '@bunting/async';
import type { CatalogKey, CatalogListeners, CatalogStore } from '@bunting/datafile';
import type { KeyKind } from '@bunting/definitions';
import { createAudience, type Audience } from './audience.ts';
import { write, type Connection } from './connection.ts';
import { eventText, firstBytes, heartbeat, lastBytes, randomBetween } from './event-text.ts';
import { createHeartbeatWheel } from './heartbeat-wheel.ts';
import { createPacer, shuffle } from './pacer.ts';
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
/** Within this time after a change a client that does not say what it knows may have asked before it. */
const recentMs = 30_000;
const lifetimeMs = { min: 45 * 60_000, max: 75 * 60_000 };
/** While it drains, a process ends at least so many streams a second. */
const minEndsPerSecond = 200;
const drainTickMs = 20;

const head = [
  ['Content-Type', 'text/event-stream'],
  ['Cache-Control', 'no-store, no-transform'],
  ['X-Accel-Buffering', 'no'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Connection', 'close'],
] as const;

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
  const audiences = new Map<string, { readonly secret: Audience; readonly client: Audience }>();
  const counts = { server: 0, client: 0, datafile: 0 };
  const waiting = new Set<Audience>();
  const wheel = createHeartbeatWheel({ turnMs: heartbeatMs, clock, beat });
  const pacer = createPacer({ perSecond: notificationsPerSecond, clock, send });

  function beat(connection: Connection): void {
    if (clock.now() >= connection.endsAt) connection.res.end();
    else write(connection, heartbeat);
  }

  function send(connection: Connection): void {
    const { audience } = connection;
    const isWritten = write(connection, audience.eventFor(connection));
    connection.notified = audience.sequence;
    if (isWritten) metrics.onNotified(Math.max(0, now() - audience.oldestAt()) / 1000);
  }

  function audiencesOf({ environmentId, version, loadedAt }: CatalogKey['environment']) {
    let found = audiences.get(environmentId);
    if (found === undefined) {
      const one = (isSecret: boolean) => createAudience({ environmentId, isSecret, version, loadedAt });
      found = { secret: one(true), client: one(false) };
      audiences.set(environmentId, found);
    }
    return found;
  }

  /** Several changes within a moment are one event. */
  function tellSoon(audience: Audience): void {
    if (waiting.has(audience)) return;
    waiting.add(audience);
    clock.setTimeout(() => {
      waiting.delete(audience);
      pacer.tell(audience);
    }, coalesceMs);
  }

  function mayHaveMissed({ lastVersion, changedAt }: Audience, version: number, since?: number): boolean {
    if (since === undefined) return now() - changedAt < recentMs;
    return since < lastVersion || since > version;
  }

  function endThose(environmentId: string, isToEnd: (connection: Connection) => boolean): void {
    const found = audiences.get(environmentId);
    for (const audience of found ? [found.secret, found.client] : []) {
      for (const connection of audience.connections) if (isToEnd(connection)) connection.res.end();
    }
  }

  return {
    open(res, { key, since, onClose }) {
      const { environment, kind, keyHash } = key;
      const found = audiencesOf(environment);
      const audience = kind === 'client' ? found.client : found.secret;
      const endsAt = clock.now() + randomBetween(lifetimeMs.min, lifetimeMs.max);
      const notified = audience.sequence;
      const connection: Connection = { res, kind, keyHash, audience, notified, endsAt };
      for (const [name, value] of head) res.setHeader(name, value);
      // Without chunks all streams get the same bytes; the end of the connection is the end of the stream.
      res.removeHeader('Transfer-Encoding');
      res.writeHead(200);
      const { version } = environment;
      const isNotifiedNow = mayHaveMissed(audience, version, since);
      res.write(
        firstBytes(version) + (isNotifiedNow ? eventText(version, audience.changedAt, undefined) : ''),
      );
      if (isNotifiedNow) metrics.onNotified(0);
      audience.connections.add(connection);
      wheel.add(connection);
      counts[kind] += 1;
      res.once('close', () => {
        audience.connections.delete(connection);
        wheel.delete(connection);
        counts[kind] -= 1;
        onClose();
      });
    },

    onNewVersion(newVersion) {
      const { environmentId, version, loadedAt: at, access } = newVersion.environment;
      const found = audiences.get(environmentId);
      if (found === undefined) return;
      if (access !== newVersion.before.access) {
        endThose(environmentId, ({ keyHash }) => !environments.isOpenedBy(environmentId, keyHash));
      }
      const { secret, client } = whatChanged(newVersion);
      for (const [audience, change] of [
        [found.secret, secret],
        [found.client, client],
      ] as const) {
        if (change === undefined) continue;
        audience.add({ version, at, names: change.names });
        tellSoon(audience);
      }
    },

    onDropped(environmentId) {
      endThose(environmentId, () => true);
      audiences.delete(environmentId);
    },

    size: () => counts.server + counts.client + counts.datafile,
    count: () => counts,

    drain(withinMs) {
      const all = [...audiences.values()].flatMap(({ secret, client }) => [
        ...secret.connections,
        ...client.connections,
      ]);
      const left = shuffle(all);
      const durationMs = Math.min(withinMs, (left.length / minEndsPerSecond) * 1000);
      const perTick = Math.max(1, Math.ceil((left.length * drainTickMs) / Math.max(1, durationMs)));
      const endSome = () => {
        for (const { res } of left.splice(-perTick)) res.end(lastBytes());
        if (left.length > 0) clock.setTimeout(endSome, drainTickMs);
      };
      endSome();
    },

    close: () => wheel.stop(),
  };
}
