import type pg from 'pg';
import { eventNameHashSql } from './event-name-hash.ts';

/** What PostgreSQL knows of an environment's names of events. */
export interface StoredNames {
  /** From `eventNameHash`. */
  readonly hashes: Set<string>;
  /** How many there may be. */
  readonly most: number;
}

export interface NamedEnvironment {
  readonly environmentId: string;
  readonly organisationId: string;
}

/** Names of events in an environment, unless staff set another number. */
const maxNames = 1_000;

/** Those that were registered, and those that were counted already: releases before did not register. */
export async function readNames(client: pg.ClientBase, environment: NamedEnvironment): Promise<StoredNames> {
  const { rows } = await client.query<{ most: number; hashes: string[] }>({
    name: 'read-event-names',
    text: `
      SELECT coalesce((SELECT event_name_cap FROM organisation WHERE id = $2), ${maxNames}) AS most,
        ARRAY(
          SELECT replace(name_hash::text, '-', '') FROM event_name WHERE environment_id = $1
          UNION
          SELECT ${eventNameHashSql('event')} FROM event_rollup WHERE environment_id = $1 AND span = 'ever'
        ) AS hashes`,
    values: [environment.environmentId, environment.organisationId],
  });
  const [{ most, hashes }] = rows as [(typeof rows)[0]];
  return { most, hashes: new Set(hashes) };
}

/**
 * Registers new names, all of them, or none where there would be too many. The lock makes whoever registers names of this
 * environment follow each other, in whatever process: the number is exact. Gives what is stored then.
 */
export async function registerNames(
  client: pg.ClientBase,
  environment: NamedEnvironment,
  hashes: readonly string[],
): Promise<StoredNames> {
  const { environmentId } = environment;
  await client.query('BEGIN');
  await client.query({
    name: 'hold-event-names',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('event_name ' || $1::text, 0))`,
    values: [environmentId],
  });
  const stored = await readNames(client, environment);
  const fresh = hashes.filter((hash) => !stored.hashes.has(hash));
  if (stored.hashes.size + fresh.length <= stored.most) {
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
