import type { Pool, PoolClient } from 'pg';
import { rollUpAll, type RollUp, type ClaimedBatches } from '../roll-ups/roll-up.ts';
import { createUserSet } from './user-set.ts';

/** At most 100,000 events where batches have the default size. */
const batchesOfPass = 100;

/** Counts stored events that are not counted yet (`event_batch`) into `event_rollup`. */
export const eventRollUp: RollUp = {
  lockName: 'bunting event roll-up',
  async hasBatches(client) {
    const { rows } = await client.query('SELECT FROM event_batch LIMIT 1');
    return rows.length > 0;
  },
  takeBatches,
};

/** Counts until no batch is left or `budgetMs` are over. Resolves with whether no batch is left. */
export function rollUp(pool: Pool, budgetMs: number): Promise<boolean> {
  return rollUpAll(pool, eventRollUp, budgetMs);
}

async function takeBatches(client: PoolClient): Promise<ClaimedBatches> {
  const { rows: batches } = await client.query<{ first_id: string; last_id: string }>(
    `DELETE FROM event_batch WHERE first_id IN (SELECT first_id FROM event_batch ORDER BY first_id LIMIT $1)
     RETURNING first_id, last_id`,
    [batchesOfPass],
  );
  const taken = { count: batches.length, isLast: batches.length < batchesOfPass };
  if (batches.length === 0) return taken;
  const ranges = [batches.map(({ first_id }) => first_id), batches.map(({ last_id }) => last_id)];
  await client.query(`${eventsOf} ${numberUsers}`, ranges);
  const { rows: groups } = await client.query<Group>(`${eventsOf} ${countGroups}`, ranges);
  if (groups.length > 0) await addGroups(client, groups);
  return taken;
}

/** Names may have any length, but the key of an index may not: a long name is shortened and gets its hash. */
const eventsOf = `
  WITH event AS MATERIALIZED (
    SELECT stored.environment_id, stored.variable_id, stored.variation_id, stored.value,
      stored.evaluation_trace_verified AS verified,
      CASE WHEN length(stored.event) <= 200 THEN stored.event
        ELSE left(stored.event, 160) || '… ' || md5(stored.event) END AS event,
      md5(stored.user_key)::uuid AS user_hash,
      date_trunc('hour', stored.occurred_at, 'UTC') AS hour,
      date_trunc('day', stored.occurred_at, 'UTC') AS day
    FROM unnest($1::uuid[], $2::uuid[]) AS batch (first_id, last_id)
    CROSS JOIN LATERAL (
      SELECT * FROM stored_event WHERE id BETWEEN batch.first_id AND batch.last_id
    ) AS stored
  )`;

/** The largest number is read once. Reading it while rows are inserted would scan all of them each time. */
const numberUsers = `, used AS MATERIALIZED (
    SELECT environment_id, (
      SELECT max(number) FROM event_user WHERE event_user.environment_id = environment.environment_id
    ) AS number
    FROM (SELECT DISTINCT environment_id FROM event) AS environment
  )
  INSERT INTO event_user (environment_id, user_hash, number)
  SELECT environment_id, user_hash,
    coalesce(used.number, -1) + row_number() OVER (PARTITION BY environment_id)
  FROM (
    SELECT DISTINCT environment_id, user_hash FROM event
    WHERE user_hash IS NOT NULL AND NOT EXISTS (
      SELECT FROM event_user AS known
      WHERE known.environment_id = event.environment_id AND known.user_hash = event.user_hash
    )
  ) AS unknown
  JOIN used USING (environment_id)`;

interface Group {
  environment_id: string;
  variable_id: string;
  variation_id: string;
  event: string;
  span: 'hour' | 'day' | 'ever';
  begins_at: Date;
  event_count: string;
  verified_count: string;
  value_count: string;
  value_sum: string;
  value_square_sum: string;
  users: number[] | null;
}

/** Sums are decimal, because sums of a million doubles would be wrong in the last digits and could overflow. */
const countGroups = `
  SELECT event.environment_id, variable_id, variation_id, event,
    CASE WHEN grouping(hour) = 0 THEN 'hour' WHEN grouping(day) = 0 THEN 'day' ELSE 'ever' END AS span,
    coalesce(hour, day, 'epoch') AS begins_at,
    count(*) AS event_count,
    count(*) FILTER (WHERE verified) AS verified_count,
    count(value) AS value_count,
    coalesce(sum(value::numeric), 0) AS value_sum,
    coalesce(sum(value::numeric * value::numeric), 0) AS value_square_sum,
    array_agg(DISTINCT event_user.number) FILTER (WHERE event_user.number IS NOT NULL) AS users
  FROM event LEFT JOIN event_user USING (environment_id, user_hash)
  GROUP BY GROUPING SETS (
    (event.environment_id, variable_id, variation_id, event, hour),
    (event.environment_id, variable_id, variation_id, event, day),
    (event.environment_id, variable_id, variation_id, event)
  )`;

async function addGroups(client: PoolClient, groups: readonly Group[]): Promise<void> {
  const keys = [
    groups.map((group) => group.environment_id),
    groups.map((group) => group.span),
    groups.map((group) => group.variable_id),
    groups.map((group) => group.variation_id),
    groups.map((group) => group.event),
    groups.map((group) => group.begins_at),
  ];
  const { rows: known } = await client.query<{ index: string; users: Buffer }>(readUsers, keys);
  const sets = groups.map(({ users }) => {
    const set = createUserSet();
    for (const number of users ?? []) set.add(number);
    return set;
  });
  for (const { index, users } of known) sets[Number(index) - 1]!.addPacked(users);
  await client.query(addRows, [
    ...keys,
    groups.map((group) => group.event_count),
    groups.map((group) => group.verified_count),
    groups.map((group) => group.value_count),
    groups.map((group) => group.value_sum),
    groups.map((group) => group.value_square_sum),
    sets.map((set) => set.size()),
    sets.map((set) => set.pack()),
  ]);
}

const readUsers = `
  SELECT wanted.index, event_rollup.users
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[]) WITH ORDINALITY
    AS wanted (environment_id, span, variable_id, variation_id, event, begins_at, index)
  JOIN event_rollup USING (environment_id, span, variable_id, variation_id, event, begins_at)`;

const addRows = `
  INSERT INTO event_rollup AS stored (environment_id, span, variable_id, variation_id, event, begins_at,
    event_count, verified_count, value_count, value_sum, value_square_sum, user_count, users)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[],
    $7::bigint[], $8::bigint[], $9::bigint[], $10::numeric[], $11::numeric[], $12::int[], $13::bytea[])
  ON CONFLICT (environment_id, span, variable_id, variation_id, event, begins_at) DO UPDATE SET
    event_count = stored.event_count + excluded.event_count,
    verified_count = stored.verified_count + excluded.verified_count,
    value_count = stored.value_count + excluded.value_count,
    value_sum = stored.value_sum + excluded.value_sum,
    value_square_sum = stored.value_square_sum + excluded.value_square_sum,
    user_count = excluded.user_count,
    users = excluded.users`;
