import type pg from 'pg';
import { readPagesOf, type PageRow } from '../fragments/fragment-pages.ts';
import { pageStatement } from '../fragments/page-statement.ts';
import type { Publication } from './publication.ts';
import type { StoredFragment } from '../fragments/stored-fragment.ts';

/**
 * Reads the fragments and tombstones that a transaction wrote under the next version of an environment, in the pages in which
 * evaluators will read them.
 */
export async function* readWrittenFragments(
  client: pg.ClientBase,
  { environmentId, version }: Publication,
): AsyncGenerator<readonly StoredFragment[]> {
  const ask = async (values: unknown[]) => (await client.query<PageRow>(pageStatement(''), values)).rows;
  for await (const { fragments } of readPagesOf(ask, environmentId, version - 1)) yield fragments;
}
