import type { Logger } from '@bunting/observability';
import type { Pool } from 'pg';
import { begin, changeEvent, heartbeat, hello, write, type ChangeStream } from './change-stream.ts';
import { endClosedStreams, findUnasked, reportEvaluated } from './checks.ts';
import { readChanges, type ChangeRow } from './queries.ts';
import { joinTopic, requireRoom, streamsOf, type Topic, type Topics } from './topics.ts';
import { firstIdAt, timeOfId } from './uuid-time.ts';

export interface ChangeFeedOptions {
  readonly pool: Pool;
  readonly log: Logger;
  readonly now: () => number;
  /** Of this release. */
  readonly version: string;
  /** How often an audit log is read that nobody announces. */
  readonly pollMs?: number;
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
  /** Whether announcements arrive; without them the audit logs are polled. */
  setAnnouncing(isAnnouncing: boolean): void;
  /** Ends all streams. */
  close(): void;
}

/** Ids are given before the commit, so a record may appear before others that have been sent. */
const overlapMs = 60_000;
/** Of a stream that comes back. */
const replayOverlapMs = 5_000;
/** More than that is reported as "everything may be stale". */
const maxSent = 500;
/** Every tenth poll also where announcements arrive: one may have been lost. */
const pollsWithAnnouncements = 10;

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { pool, now, version, pollMs = 3_000, heartbeatMs = 20_000 } = options;
  const { maxStreams = 2_000, maxStreamsOfPerson = 30 } = options;
  const topics: Topics = new Map();
  const attempt = createAttempt(options.log);
  const waiting = new Set<string>();
  let isAnnouncing = false;
  let polls = 0;
  let reading: Promise<void> = Promise.resolve();

  /** One reading at a time; organisations that are named meanwhile are read by the next. */
  function read(organisationIds: Iterable<string>): Promise<void> {
    for (const id of organisationIds) if (topics.has(id)) waiting.add(id);
    reading = reading.then(() => attempt(readWaiting));
    return reading;
  }

  async function readWaiting(): Promise<void> {
    const ids = [...waiting].filter((id) => topics.has(id));
    waiting.clear();
    if (ids.length === 0) return;
    const at = now();
    const rows = await readChanges(pool, ids, { after: firstIdAt(at - overlapMs), limit: maxSent + 1 });
    for (const id of ids) {
      const topic = topics.get(id);
      const ofTopic = rows.filter((row) => row.organisation_id === id);
      if (topic !== undefined) await follow(sendFresh(topic, ofTopic, { at, version }));
    }
  }

  /** What a change may mean for the streams themselves. */
  async function follow(sent: readonly ChangeRow[]): Promise<void> {
    if (sent.some(({ action }) => action.startsWith('member.'))) await endClosedStreams(pool, topics);
    if (sent.some(({ action }) => action.startsWith('environment.'))) await findUnasked(pool, topics);
  }

  async function poll(): Promise<void> {
    polls += 1;
    if (topics.size === 0) return;
    if (!isAnnouncing || polls % pollsWithAnnouncements === 0) await read(topics.keys());
    await attempt(() => endClosedStreams(pool, topics));
    await attempt(() => reportEvaluated(pool, topics));
  }

  const timers = [
    setInterval(() => void poll(), pollMs).unref(),
    setInterval(() => streamsOf(topics).forEach((stream) => write(stream, heartbeat)), heartbeatMs).unref(),
  ];

  /** What was recorded since, a little of it twice. */
  async function missedBy({ organisationId }: ChangeStream, lastEventId: string): Promise<ChangeRow[]> {
    const after = firstIdAt(timeOfId(lastEventId) - replayOverlapMs);
    const rows = await readChanges(pool, [organisationId], { after, limit: maxSent + 1 });
    return rows.filter(({ id }) => id !== lastEventId);
  }

  return {
    async open(stream, lastEventId) {
      requireRoom(topics, stream, { maxStreams, maxStreamsOfPerson });
      const isFirst = !topics.has(stream.organisationId);
      const leave = joinTopic(topics, stream);
      try {
        if (isFirst) {
          await Promise.all([read([stream.organisationId]), attempt(() => findUnasked(pool, topics))]);
        }
        const missed = lastEventId === undefined ? [] : await missedBy(stream, lastEventId);
        const isComplete = missed.length <= maxSent;
        begin(stream, hello(version, isComplete) + (isComplete ? missed.map(changeEvent).join('') : ''));
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
      timers.forEach(clearInterval);
      for (const { res } of streamsOf(topics)) res.end();
    },
  };
}

/** What fails is done again by the next poll. */
const createAttempt = (log: Logger) => async (work: () => Promise<void>) => {
  try {
    await work();
  } catch (error) {
    log.debug({ err: error }, 'The database could not be read for streams of changes.');
  }
};

/** Sends what has not been sent, and returns it. */
function sendFresh(
  topic: Topic,
  rows: readonly ChangeRow[],
  { at, version }: { at: number; version: string },
): readonly ChangeRow[] {
  for (const [id, time] of topic.sent) if (time < at - 2 * overlapMs) topic.sent.delete(id);
  const fresh = rows.filter(({ id }) => !topic.sent.has(id));
  for (const { id } of fresh) topic.sent.set(id, timeOfId(id));
  const { isBegun } = topic;
  topic.isBegun = true;
  if (!isBegun || fresh.length === 0) return [];
  const text = rows.length > maxSent ? hello(version, false) : fresh.map(changeEvent).join('');
  for (const stream of topic.streams) write(stream, text);
  return fresh;
}
