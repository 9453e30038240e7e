import type pg from 'pg';
import { readFragmentPages, type PageRow, type StoredFragment } from '../fragments/fragment-pages.ts';
import { pageStatement } from '../fragments/page-statement.ts';
import {
  countBytesStatement,
  selectedFeaturesStatement,
  writeFragmentsStatement,
} from './fragment-statements.ts';
import { lockEnvironments, type FragmentScope } from './lock-environments.ts';
import type { Publication } from './publication.ts';

/** A new version of an environment, and the size of its documents. */
export interface WrittenVersion extends Publication {
  /** Bytes of all its documents as JSON. */
  readonly storedBytes: number;
  /** Bytes more than in the version before; negative = fewer. */
  readonly addedBytes: number;
}

/**
 * Updates the fragments of `scope` from the rows, as the last step of the transaction that changed them. Each environment in which
 * a document differs gets its next version, and only those fragments are written under it, so applying the same change twice
 * publishes nothing.
 *
 * Returns the versions to announce after the commit. The transaction must be READ COMMITTED (the default), because the rows are read
 * after the locks were granted. Deleting an environment deletes its fragments; announce it with its id and any version.
 */
export async function writeFragments(client: pg.ClientBase, scope: FragmentScope): Promise<WrittenVersion[]> {
  const locked = await lockEnvironments(client, scope);
  if (locked.all.length === 0) return [];
  const { features = [], servings = [], segments = [], environments = [] } = scope;
  const named = [...new Set([...features, ...servings.map(({ feature }) => feature)])];
  const wanted = environments.length === 0 ? named : await wantedFeatures(client, named, environments);
  const { rows } = await client.query<WrittenRow>(writeFragmentsStatement, [
    features,
    segments,
    environments,
    locked.access,
    locked.all,
    wanted,
    servings.map(({ feature }) => feature),
    servings.map(({ environment }) => environment),
  ]);
  const counted = await countBytes(
    client,
    rows.filter((row) => row.stored_bytes === null).map((row) => row.environment_id),
  );
  return rows.map((row) => ({
    environmentId: row.environment_id,
    version: Number(row.version),
    storedBytes: Number(row.stored_bytes ?? counted.get(row.environment_id)),
    addedBytes: Number(row.added_bytes),
  }));
}

interface WrittenRow {
  readonly environment_id: string;
  readonly version: string;
  readonly stored_bytes: string | null;
  readonly added_bytes: string;
}

async function countBytes(client: pg.ClientBase, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; stored_bytes: string }>(countBytesStatement, [ids]);
  return new Map(rows.map((row) => [row.id, row.stored_bytes]));
}

async function wantedFeatures(
  client: pg.ClientBase,
  ...named: readonly (readonly string[])[]
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(selectedFeaturesStatement, [...named]);
  return rows.map(({ id }) => id);
}

/**
 * Reads the fragments and tombstones that a transaction wrote under the next version of an environment, in the pages in which
 * evaluators will read them.
 */
export async function* readWrittenFragments(
  client: pg.ClientBase,
  { environmentId, version }: Publication,
): AsyncGenerator<readonly StoredFragment[]> {
  const ask = async (values: unknown[]) => (await client.query<PageRow>(pageStatement(''), values)).rows;
  for await (const { fragments } of readFragmentPages(ask, environmentId, version - 1)) yield fragments;
}
