import { leastIdAt } from '@bunting/database';
import type { Pool } from 'pg';
import { changeEvent, hello, write } from './change-stream.ts';
import { endClosedStreams, findUnasked } from './checks.ts';
import { readChanges, type ChangeRow } from './queries.ts';
import type { Topic, Topics } from './topics.ts';
import { timeOfId } from './uuid-time.ts';

export interface ChangeReaderOptions {
  readonly pool: Pool;
  readonly topics: Topics;
  /** Does what may fail, and never throws. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  readonly now: () => number;
  /** The version of this release. */
  readonly version: string;
}

/** Ids are given before the commit, so a record may appear before others that have been sent. */
const overlapMs = 60_000;
/** More than that is reported as "everything may be stale". */
export const maxSent = 500;

/**
 * Returns what reads the audit logs of organisations that somebody follows and sends what is new in them. It reads once at a time:
 * organisations that are named meanwhile are read by the next, and so are those that could not be read.
 */
export function createChangeReader(
  options: ChangeReaderOptions,
): (organisationIds: Iterable<string>) => Promise<void> {
  const { pool, topics, attempt, now, version } = options;
  const waiting = new Set<string>();
  let reading: Promise<void> = Promise.resolve();

  async function readWaiting(): Promise<void> {
    const ids = [...waiting].filter((id) => topics.has(id));
    waiting.clear();
    try {
      if (ids.length > 0) await readTopics(ids);
    } catch (error) {
      for (const id of ids) waiting.add(id);
      throw error;
    }
    await findUnasked(pool, topics, now());
  }

  async function readTopics(ids: readonly string[]): Promise<void> {
    const at = now();
    const rows = await readChanges(pool, ids, {
      after: leastIdAt(new Date(at - overlapMs)),
      limit: maxSent + 1,
    });
    const sent = ids.flatMap((id) => {
      const topic = topics.get(id);
      const ofTopic = rows.filter((row) => row.organisation_id === id);
      return topic === undefined ? [] : sendFresh(topic, ofTopic, { at, version });
    });
    if (sent.some(({ action }) => action.startsWith('member.'))) await endClosedStreams(pool, topics);
  }

  return (organisationIds) => {
    for (const id of organisationIds) if (topics.has(id)) waiting.add(id);
    reading = reading.then(() => attempt(readWaiting));
    return reading;
  };
}

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
  // If the oldest of them is fresh, older ones that were not read may be fresh, too.
  const isComplete = rows.length <= maxSent || rows[0] !== fresh[0];
  const text = isComplete ? fresh.map(changeEvent).join('') : hello(version, false);
  for (const stream of topic.streams) write(stream, text);
  if (!isComplete || fresh.some(({ action }) => action.startsWith('environment.'))) {
    topic.isUnaskedRead = false;
  }
  return fresh;
}
