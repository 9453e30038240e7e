import { newId } from '@bunting/database';
import type { Pool } from 'pg';

export interface StoredEvent {
  readonly variable: string;
  readonly variation: string;
  readonly event: string;
  readonly userKey?: string | undefined;
  readonly value?: number | undefined;
  readonly occurredAt?: string;
  readonly isVerified?: boolean;
}

/** Stores events of acme's production as ingest-api does: the rows and their batch in one transaction. */
export async function storeEvents(pool: Pool, events: readonly StoredEvent[]): Promise<void> {
  const batch = newId().slice(0, 31);
  const ids = events.map((_, index) => batch + index.toString(16).padStart(5, '0'));
  await pool.query(
    `WITH environment AS (
       SELECT environment.id FROM environment JOIN project ON project.id = project_id
       JOIN organisation ON organisation.id = organisation_id
       WHERE environment.slug = 'production' AND project.slug = 'web' AND organisation.slug = 'acme'
     ), batch AS (
       INSERT INTO event_batch (first_id, last_id, environment_id) SELECT $9, $10, id FROM environment
     )
     INSERT INTO stored_event (id, environment_id, variable_id, variation_id, event, user_key, value, occurred_at,
       evaluation_trace_verified)
     SELECT given.id, environment.id, variable.id, variation.id, event, user_key, value, occurred_at, verified
     FROM environment, unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[],
       $7::timestamptz[], $8::bool[]) AS given (id, variable, variation, event, user_key, value, occurred_at, verified)
     JOIN variable ON variable.slug = given.variable AND deleted_at IS NULL
     JOIN variation ON variation.feature_id = variable.feature_id AND variation.slug = given.variation`,
    [
      ids,
      events.map(({ variable }) => variable),
      events.map(({ variation }) => variation),
      events.map(({ event }) => event),
      events.map(({ userKey }) => userKey ?? null),
      events.map(({ value }) => value ?? null),
      events.map(({ occurredAt }) => occurredAt ?? '2026-11-01T12:00:00Z'),
      events.map(({ isVerified }) => isVerified ?? false),
      ids[0],
      ids.at(-1),
    ],
  );
}
