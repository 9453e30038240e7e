import type { Logger } from '@bunting/observability';
import type { Pool } from 'pg';
import { streamErrors } from './errors.ts';
import {
  begin,
  changeEvent,
  evaluatedEvent,
  heartbeat,
  hello,
  write,
  type ChangeStream,
} from './change-stream.ts';
import {
  readAsked,
  readChanges,
  readOpenMemberships,
  readUnaskedEnvironments,
  type EnvironmentRow,
} from './queries.ts';
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

/** An organisation that somebody listens to. */
interface Topic {
  readonly streams: Set<ChangeStream>;
  /** Ids of records that have been told, with their times, as far back as they are read again. */
  readonly sent: Map<string, number>;
  /** What was recorded before the first stream is known, and is not told. */
  isBegun: boolean;
  unasked: readonly EnvironmentRow[];
}

/** Ids are given before the commit, so a record may appear before others that have been told. */
const overlapMs = 60_000;
/** Of a stream that comes back. */
const replayOverlapMs = 5_000;
/** More than that is told as "everything may be stale". */
const maxTold = 500;
const maxUnasked = 200;
/** Every tenth poll also where announcements arrive: one may have been lost. */
const pollsWithAnnouncements = 10;

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { pool, log, now, version, pollMs = 3_000, heartbeatMs = 20_000 } = options;
  const { maxStreams = 2_000, maxStreamsOfPerson = 30 } = options;
  const topics = new Map<string, Topic>();
  let isAnnouncing = false;
  let ticks = 0;
  let reading: Promise<void> = Promise.resolve();
  const waiting = new Set<string>();

  const streamsOf = (organisationIds: Iterable<string>) =>
    [...organisationIds].flatMap((id) => [...(topics.get(id)?.streams ?? [])]);

  /** One reading at a time; organisations that are named meanwhile are read by the next. */
  function read(organisationIds: Iterable<string>): Promise<void> {
    for (const id of organisationIds) if (topics.has(id)) waiting.add(id);
    reading = reading.then(() => attempt(readWaiting));
    return reading;
  }

  /** What fails is done again by the next poll. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.debug({ err: error }, 'The database could not be read for streams of changes.');
    }
  }

  async function readWaiting(): Promise<void> {
    const ids = [...waiting].filter((id) => topics.has(id));
    waiting.clear();
    if (ids.length === 0) return;
    const at = now();
    const rows = await readChanges(pool, ids, { after: firstIdAt(at - overlapMs), limit: maxTold + 1 });
    for (const id of ids) {
      const topic = topics.get(id);
      if (topic !== undefined)
        tell(
          topic,
          rows.filter((row) => row.organisation_id === id),
          at,
        );
    }
  }

  function tell(topic: Topic, rows: Awaited<ReturnType<typeof readChanges>>, at: number): void {
    for (const [id, time] of topic.sent) if (time < at - 2 * overlapMs) topic.sent.delete(id);
    const fresh = rows.filter(({ id }) => !topic.sent.has(id));
    for (const { id } of fresh) topic.sent.set(id, timeOfId(id));
    if (!topic.isBegun || fresh.length === 0) {
      topic.isBegun = true;
      return;
    }
    const text = rows.length > maxTold ? hello(version, false) : fresh.map(changeEvent).join('');
    for (const stream of topic.streams) write(stream, text);
    if (fresh.some(({ action }) => action.startsWith('member.'))) void attempt(endClosed);
    if (fresh.some(({ action }) => action.startsWith('environment.'))) void attempt(findUnasked);
  }

  /** Ends the streams of sessions that have ended, and of people who are no members any more. */
  async function endClosed(): Promise<void> {
    const streams = streamsOf(topics.keys());
    if (streams.length === 0) return;
    const open = await readOpenMemberships(pool, streams);
    const goOn = new Set(open.map(({ sessionId, organisationId }) => `${sessionId} ${organisationId}`));
    for (const stream of streams)
      if (!goOn.has(`${stream.sessionId} ${stream.organisationId}`)) stream.res.end();
  }

  async function findUnasked(): Promise<void> {
    const ids = [...topics.keys()];
    if (ids.length === 0) return;
    const rows = await readUnaskedEnvironments(pool, ids, maxUnasked);
    for (const [id, topic] of topics) topic.unasked = rows.filter((row) => row.organisation_id === id);
  }

  async function tellEvaluated(): Promise<void> {
    const unasked = [...topics.values()].flatMap((topic) => topic.unasked);
    if (unasked.length === 0) return;
    const asked = await readAsked(
      pool,
      unasked.map(({ id }) => id),
    );
    if (asked.size === 0) return;
    for (const topic of topics.values()) {
      const text = topic.unasked
        .filter(({ id }) => asked.has(id))
        .map(evaluatedEvent)
        .join('');
      topic.unasked = topic.unasked.filter(({ id }) => !asked.has(id));
      if (text !== '') for (const stream of topic.streams) write(stream, text);
    }
  }

  async function tick(): Promise<void> {
    ticks += 1;
    if (topics.size === 0) return;
    if (!isAnnouncing || ticks % pollsWithAnnouncements === 0) await read(topics.keys());
    await attempt(endClosed);
    await attempt(tellEvaluated);
  }

  const polls = setInterval(() => void tick(), pollMs).unref();
  const heartbeats = setInterval(() => {
    for (const stream of streamsOf(topics.keys())) write(stream, heartbeat);
  }, heartbeatMs).unref();

  function requireRoom({ accountId }: ChangeStream): void {
    const open = streamsOf(topics.keys());
    if (open.length >= maxStreams) throw streamErrors.tooMany;
    if (open.filter((each) => each.accountId === accountId).length >= maxStreamsOfPerson)
      throw streamErrors.tooManyOfPerson;
  }

  /** The stream takes part from now on; what is told is kept until it begins. Returns what ends that. */
  function join(stream: ChangeStream): () => void {
    const { organisationId, res } = stream;
    const topic = topics.get(organisationId) ?? {
      streams: new Set(),
      sent: new Map(),
      isBegun: false,
      unasked: [],
    };
    topics.set(organisationId, topic);
    topic.streams.add(stream);
    const leave = () => {
      topic.streams.delete(stream);
      if (topic.streams.size === 0 && topics.get(organisationId) === topic) topics.delete(organisationId);
    };
    res.once('close', leave);
    return leave;
  }

  /** What was recorded since, a little of it twice. */
  async function missedBy({ organisationId }: ChangeStream, lastEventId: string) {
    const after = firstIdAt(timeOfId(lastEventId) - replayOverlapMs);
    const rows = await readChanges(pool, [organisationId], { after, limit: maxTold + 1 });
    return rows.filter(({ id }) => id !== lastEventId);
  }

  return {
    async open(stream, lastEventId) {
      requireRoom(stream);
      const isFirst = !topics.has(stream.organisationId);
      const leave = join(stream);
      try {
        if (isFirst) await Promise.all([read([stream.organisationId]), attempt(findUnasked)]);
        const missed = lastEventId === undefined ? [] : await missedBy(stream, lastEventId);
        const isComplete = missed.length <= maxTold;
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
      clearInterval(polls);
      clearInterval(heartbeats);
      for (const { res } of streamsOf(topics.keys())) res.end();
    },
  };
}
