import { leastIdAt } from '@bunting/database';
import type { Pool } from 'pg';
import { end, evaluatedEvent, write } from './change-stream.ts';
import { readRequested, readOpenMemberships, readUnaskedEnvironments } from './queries.ts';
import { getStreams, type Topics } from './topics.ts';

/** Newest environments of an organisation that are checked. */
const maxUnasked = 200;

/** Ends the streams of sessions that have ended, and of people who are no members any more. */
export async function endClosedStreams(pool: Pool, topics: Topics): Promise<void> {
  const streams = getStreams(topics);
  if (streams.length === 0) return;
  const open = await readOpenMemberships(pool, streams);
  const goOn = new Set(open.map(({ sessionId, organisationId }) => `${sessionId} ${organisationId}`));
  for (const stream of streams) {
    if (!goOn.has(`${stream.sessionId} ${stream.organisationId}`)) end(stream);
  }
}

/** Finds the environments whose first evaluation is to be reported, of the organisations where they are to be read. */
export async function findUnasked(pool: Pool, topics: Topics, now: number): Promise<void> {
  const unread: Topics = new Map([...topics].filter(([, topic]) => !topic.isUnaskedRead));
  if (unread.size === 0) return;
  // The environments reported since the last check are no longer found.
  await reportEvaluated(pool, unread, now);
  const rows = await readUnaskedEnvironments(pool, [...unread.keys()], maxUnasked);
  for (const [id, topic] of unread) {
    topic.unasked = rows.filter((row) => row.organisation_id === id && !topic.reported.has(row.id));
    topic.isUnaskedRead = true;
  }
}

/** Counts that were stored before have been seen by an earlier look, or are rolled up by now. */
const lookBackMs = 60_000;

/** Reports each environment once, when an application has asked it. */
export async function reportEvaluated(pool: Pool, topics: Topics, now: number): Promise<void> {
  const ids = [...topics.values()].flatMap(({ unasked }) => unasked.map(({ id }) => id));
  if (ids.length === 0) return;
  const asked = await readRequested(pool, ids, leastIdAt(new Date(now - lookBackMs)));
  if (asked.size === 0) return;
  for (const topic of topics.values()) {
    const first = topic.unasked.filter(({ id }) => asked.has(id));
    topic.unasked = topic.unasked.filter(({ id }) => !asked.has(id));
    for (const { id } of first) topic.reported.add(id);
    const events = first.map(evaluatedEvent).join('');
    if (events !== '') for (const stream of topic.streams) write(stream, events);
  }
}
