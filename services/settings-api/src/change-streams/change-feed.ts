import { leastIdAt } from '@bunting/database';
import type { Logger } from '@bunting/observability';
import type { Pool } from 'pg';
import { createChangeReader, maxSent } from './change-reader.ts';
import { begin, changeEvent, end, heartbeat, hello, write, type ChangeStream } from './change-stream.ts';
import { endClosedStreams, reportEvaluated } from './checks.ts';
import { readChanges } from './queries.ts';
import { createStreamShares, joinTopic, getStreams, type Topics } from './topics.ts';
import { timeOfId } from './uuid-time.ts';

export interface ChangeFeedOptions {
  readonly pool: Pool;
  readonly log: Logger;
  readonly now: () => number;
  /** The version of this release. */
  readonly version: string;
  /** The interval of reading an audit log whose changes are not announced. */
  readonly pollMs?: number;
  /** Every so many polls also where announcements arrive: one may have been lost. */
  readonly pollsWithAnnouncements?: number;
  readonly heartbeatMs?: number;
  readonly maxStreams?: number;
  readonly maxStreamsOfPerson?: number;
}

/** Streams of what is changed in organisations, from the audit log. */
export interface ChangeFeed {
  /** Opens a stream. Throws 429 and 503 beyond the bounds. */
  open(stream: ChangeStream, lastEventId: string | undefined): Promise<void>;
  /** Reads the audit logs of these organisations, if somebody listens. */
  announced(organisationIds: readonly string[]): void;
  /** Sets whether announcements arrive; without them the audit logs are polled. */
  setAnnouncing(isAnnouncing: boolean): void;
  /** Ends all streams, and from now on each that opens. */
  close(): void;
}

/** The overlap of the replay for a stream that reconnects. */
const replayOverlapMs = 5_000;
/**
 * The interval of checking whether an environment was evaluated for the first time: somebody may be waiting for it.
 */
const firstAskedMs = 1_000;

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { pool, now, version, pollMs = 3_000, pollsWithAnnouncements = 10, heartbeatMs = 20_000 } = options;
  const { maxStreams = 2_000, maxStreamsOfPerson = 30 } = options;
  const topics: Topics = new Map();
  const shares = createStreamShares({ maxStreams, maxStreamsOfPerson });
  const attempt = createAttempt(options.log);
  const read = createChangeReader({ pool, topics, attempt, now, version });
  let isAnnouncing = false;
  let isClosed = false;
  let polls = 0;

  async function poll(): Promise<void> {
    polls += 1;
    if (topics.size === 0) return;
    const readsAll = !isAnnouncing || polls % pollsWithAnnouncements === 0;
    await read(readsAll ? topics.keys() : []);
    await attempt(() => endClosedStreams(pool, topics));
  }

  let reporting: Promise<void> | undefined;
  function reportFirstAsked(): void {
    reporting ??= attempt(() => reportEvaluated(pool, topics, now())).finally(() => (reporting = undefined));
  }

  const timers = [
    setInterval(() => void poll(), pollMs).unref(),
    setInterval(reportFirstAsked, firstAskedMs).unref(),
    setInterval(() => getStreams(topics).forEach((stream) => write(stream, heartbeat)), heartbeatMs).unref(),
  ];

  /** Reads the records since then, with a small overlap. */
  async function readMissed({ organisationId }: ChangeStream, lastEventId: string): Promise<string> {
    const after = leastIdAt(new Date(timeOfId(lastEventId) - replayOverlapMs));
    const rows = await readChanges(pool, [organisationId], { after, limit: maxSent + 1 });
    if (rows.length > maxSent) return hello(version, false);
    const missed = rows.filter(({ id }) => id !== lastEventId);
    return hello(version, true) + missed.map(changeEvent).join('');
  }

  return {
    async open(stream, lastEventId) {
      const { organisationId, res } = stream;
      // A connection whose first answer never ends must not collect requests that wait for theirs.
      if (res.socket === null) res.req.socket.destroy();
      // A response that is already closed would never leave its topic.
      if (res.destroyed || res.socket === null) return;
      if (isClosed) {
        end(stream);
        begin(stream, hello(version, true));
        return;
      }
      const { topic, leave } = joinTopic(topics, stream, shares);
      try {
        topic.firstRead ??= read([organisationId]);
        await topic.firstRead;
        // If that failed, what is read next may be new to this stream.
        topic.isBegun = true;
        begin(
          stream,
          lastEventId === undefined ? hello(version, true) : await readMissed(stream, lastEventId),
        );
      } catch (error) {
        leave();
        throw error;
      }
    },
    announced: (organisationIds) => void read(organisationIds),
    setAnnouncing(announcing) {
      isAnnouncing = announcing;
      if (announcing) void read(topics.keys());
    },
    close() {
      isClosed = true;
      timers.forEach(clearInterval);
      getStreams(topics).forEach(end);
    },
  };
}

/** Creates a runner that logs failures; the next poll tries again. */
const createAttempt = (log: Logger) => async (work: () => Promise<void>) => {
  try {
    await work();
  } catch (error) {
    log.debug({ err: error }, 'Reading the database for change streams failed.');
  }
};
