import type pg from 'pg';
import { eventNameHashSql } from './stored-text.ts';

/** The names of events that an environment has in PostgreSQL. */
export interface StoredNames {
  /** From `eventNameHash`. */
  readonly hashes: Set<string>;
  readonly maxNames: number;
}

export interface NamedEnvironment {
  readonly environmentId: string;
  readonly organisationId: string;
}

/** The limit of names in an environment, unless staff set another. */
const defaultMaxNames = 1_000;

/** Reads the names that are registered, and those of the roll-up: older releases counted names without registering them. */
export async function readNames(client: pg.ClientBase, environment: NamedEnvironment): Promise<StoredNames> {
  const { rows } = await client.query<{ maxNames: number; hashes: string[] }>({
    name: 'read-event-names',
    text: `
      SELECT coalesce((SELECT event_name_cap FROM organisation WHERE id = $2), ${defaultMaxNames}) AS "maxNames",
        ARRAY(
          SELECT replace(name_hash::text, '-', '') FROM event_name WHERE environment_id = $1
          UNION
          SELECT ${eventNameHashSql('event')} FROM event_rollup WHERE environment_id = $1 AND span = 'ever'
        ) AS hashes`,
    values: [environment.environmentId, environment.organisationId],
  });
  const [{ maxNames, hashes }] = rows as [(typeof rows)[0]];
  return { maxNames, hashes: new Set(hashes) };
}

/**
 * Registers all of the new names, or none if they exceed the limit. An advisory lock serialises registrations in one environment over all
 * processes, so that the limit is exact. Returns what is stored afterwards.
 */
export async function registerNames(
  client: pg.ClientBase,
  environment: NamedEnvironment,
  hashes: readonly string[],
): Promise<StoredNames> {
  const { environmentId } = environment;
  await client.query('BEGIN');
  await client.query({
    name: 'lock-event-names',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('event_name ' || $1::text, 0))`,
    values: [environmentId],
  });
  const stored = await readNames(client, environment);
  const fresh = hashes.filter((hash) => !stored.hashes.has(hash));
  if (stored.hashes.size + fresh.length <= stored.maxNames) {
    await client.query({
      name: 'register-event-names',
      text: `INSERT INTO event_name (environment_id, name_hash)
        SELECT $1, hash FROM unnest($2::uuid[]) AS hash ON CONFLICT DO NOTHING`,
      values: [environmentId, fresh],
    });
    for (const hash of fresh) stored.hashes.add(hash);
  }
  await client.query('COMMIT');
  return stored;
}
