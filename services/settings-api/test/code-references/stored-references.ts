import { newId } from '@bunting/database';
import type { Pool } from 'pg';

export const firstSnapshot = '2026-11-20T08:00:00.000Z';
export const lastSnapshot = '2026-11-21T08:00:00.000Z';

/** Stores what coderefs-api stores of two snapshots. Returns the ids of the repositories by name. */
export async function storeReferences(pool: Pool): Promise<Readonly<Record<string, string>>> {
  const web = await connect(pool, 'github', 'Acme/Web', 'c0ffee');
  await refer(pool, web, 'checkout-enabled', 'src/b.ts', 12, {
    snippet: '<b>if (on("checkout-enabled"))</b>',
  });
  await refer(pool, web, 'checkout-enabled', 'src/b.ts', 3);
  await refer(pool, web, 'checkout-enabled', 'src/a.ts', null);
  await refer(pool, web, 'checkout-enabled', 'src/old.ts', 9, { commit: 'beef' });
  await refer(pool, web, 'retired', 'src/z.ts', 1);
  await refer(pool, web, 'retired', 'src/c.ts', 5);
  await refer(pool, web, 'chekout', 'src/a.ts', null);
  await refer(pool, web, 'gone', 'src/a.ts', 1, { commit: 'beef' });
  const shopApp = await connect(pool, 'gitlab', 'acme/shop/app', null);
  await refer(pool, shopApp, 'checkout-enabled', 'main.go', 7);
  await refer(pool, shopApp, 'checkout-layout', 'main.go', 8, { commit: 'dead' });
  const empty = await connect(pool, 'bitbucket', 'acme/empty', 'f00d');
  return { 'Acme/Web': web, 'acme/shop/app': shopApp, 'acme/empty': empty };
}

export async function connect(
  pool: Pool,
  provider: string,
  repository: string,
  commit: string | null,
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO repository_connection (id, project_id, provider, repository, branch, commit_sha, snapshot_at)
     SELECT $1, project.id, $2, $3, 'main', $4, $5 FROM project JOIN organisation ON organisation.id = organisation_id
     WHERE organisation.slug = 'acme' AND project.slug = 'web' RETURNING id`,
    [newId(), provider, repository, commit, lastSnapshot],
  );
  return rows[0]!.id;
}

export async function refer(
  pool: Pool,
  repositoryId: string,
  key: string,
  file: string,
  line: number | null,
  { commit, snippet = null }: { commit?: string; snippet?: string | null } = {},
): Promise<void> {
  const isStale = commit !== undefined;
  await pool.query(
    `INSERT INTO code_reference (id, repository_connection_id, key, file, line_number, snippet, location_hash,
       first_seen_at, state, last_seen_at, last_seen_commit_sha)
     VALUES ($1::text::uuid, $2, $3, $4, $5, $6, sha256($1::text::bytea), $7, $8, $9, $10)`,
    [
      newId(),
      repositoryId,
      key,
      file,
      line,
      snippet,
      firstSnapshot,
      isStale ? 'stale' : 'recorded',
      isStale ? firstSnapshot : null,
      commit ?? null,
    ],
  );
}
