import { isUuid } from '@bunting/definitions/uuid';
import type { Pool } from 'pg';
import { shownAddress, shownSubject } from '../webhook-endpoints/shown-address.ts';

export const kinds = [
  'feature',
  'variable',
  'segment',
  'environment',
  'project',
  'member',
  'webhook_endpoint',
  'change',
  'delivery',
] as const;

export interface Found {
  readonly kind: (typeof kinds)[number];
  readonly project: string | null;
  /** The feature of a variable. */
  readonly feature: string | null;
  /** The webhook endpoint of a delivery. */
  readonly endpoint: string | null;
  readonly slug: string;
  readonly name: string;
  readonly rank: number;
}

/** Returns SQL for lower case by the rules of Unicode, whatever locale the database has. */
const lowered = (text: string) => `lower(${text} COLLATE "und-x-icu")`;

/**
 * Returns SQL for the rank: 5 = the slug itself, 4 = it begins so, 3 = the name begins so, 2 = a word in it does, 1 = it is somewhere inside, 0 =
 * nowhere. `name` is in lower case.
 */
const rankOf = (slug: string, name: string) => `CASE
  WHEN ${slug} = $2 THEN 5
  WHEN starts_with(${slug}, $2) THEN 4
  WHEN starts_with(${name}, $2) THEN 3
  WHEN strpos(${name}, ' ' || $2) > 0 OR strpos(${slug}, '-' || $2) > 0 THEN 2
  WHEN strpos(${slug}, $2) > 0 OR strpos(${name}, $2) > 0 THEN 1
  ELSE 0 END`;

const best = 'WHERE rank > 0 ORDER BY rank DESC, slug LIMIT $3';

// There may be tens of thousands of features and variables. OFFSET 0 keeps PostgreSQL from lowering a name again wherever it is used, which was
// most of the time; a slug is lower case already.
const statement = `
  (SELECT * FROM (
    SELECT 'feature' AS kind, project.slug AS project, NULL AS feature, named.slug, named.name,
      ${rankOf('named.slug', 'named.lowered')} AS rank
    FROM project CROSS JOIN LATERAL (
      SELECT slug, name, ${lowered('name')} AS lowered FROM feature
      WHERE project_id = project.id AND status <> 'deleted' OFFSET 0) AS named
    WHERE project.organisation_id = $1 OFFSET 0) AS ranked ${best})
  UNION ALL
  (SELECT * FROM (
    SELECT 'variable' AS kind, project.slug AS project, feature.slug AS feature, variable.slug, feature.name,
      ${rankOf('variable.slug', 'variable.slug')} AS rank
    FROM variable JOIN feature ON feature.id = variable.feature_id JOIN project ON project.id = variable.project_id
    WHERE project.organisation_id = $1 AND variable.deleted_at IS NULL AND feature.status <> 'deleted'
  ) AS ranked ${best})
  UNION ALL
  (SELECT * FROM (
    SELECT 'segment' AS kind, project.slug AS project, NULL AS feature, segment.slug, segment.name,
      ${rankOf('segment.slug', lowered('segment.name'))} AS rank
    FROM segment JOIN project ON project.id = segment.project_id WHERE project.organisation_id = $1) AS ranked ${best})
  UNION ALL
  (SELECT * FROM (
    SELECT 'environment' AS kind, project.slug AS project, NULL AS feature, environment.slug, environment.name,
      ${rankOf('environment.slug', lowered('environment.name'))} AS rank
    FROM environment JOIN project ON project.id = environment.project_id
    WHERE project.organisation_id = $1) AS ranked ${best})
  UNION ALL
  (SELECT * FROM (
    SELECT 'project' AS kind, slug AS project, NULL AS feature, slug, name,
      ${rankOf('project.slug', lowered('project.name'))} AS rank
    FROM project WHERE organisation_id = $1) AS ranked ${best})
  UNION ALL
  (SELECT * FROM (
    SELECT 'member' AS kind, NULL AS project, NULL AS feature, account.email AS slug, account.name,
      ${rankOf('account.email', lowered('account.name'))} AS rank
    FROM member JOIN account ON account.id = member.account_id WHERE organisation_id = $1) AS ranked ${best})`;

const nowhere = { project: null, feature: null, endpoint: null } as const;

/** Searches an organisation for a name: the best first, then by kind and slug. */
export async function searchOrganisation(
  pool: Pool,
  organisation: { readonly id: string },
  { text, limit }: { text: string; limit: number },
): Promise<readonly Found[]> {
  const needle = text.trim().toLowerCase();
  if (needle === '') return [];
  const [named, endpoints, ofId] = await Promise.all([
    pool.query<Omit<Found, 'endpoint'>>(statement, [organisation.id, needle, limit]),
    findEndpoints(pool, organisation, needle),
    isUuid(needle) ? findById(pool, organisation, needle) : [],
  ]);
  return [...named.rows.map((row) => ({ ...row, endpoint: null })), ...endpoints, ...ofId]
    .toSorted(byRank)
    .slice(0, limit);
}

function byRank(one: Found, other: Found): number {
  return (
    other.rank - one.rank ||
    kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
    (one.slug < other.slug ? -1 : 1)
  );
}

/**
 * Finds endpoints by the visible part of their addresses: the rest is often a secret, which must not be guessable
 * letter by letter.
 */
async function findEndpoints(
  pool: Pool,
  organisation: { readonly id: string },
  needle: string,
): Promise<Found[]> {
  const { rows } = await pool.query<{ id: string; url: string; description: string }>(
    'SELECT id, url, description FROM webhook_endpoint WHERE organisation_id = $1',
    [organisation.id],
  );
  return rows.flatMap(({ id, url, description }): Found[] => {
    const address = shownAddress(url);
    const isFound = `${address} ${description}`.toLowerCase().includes(needle);
    const name = description === '' ? address : `${description} (${address})`;
    const rank = id === needle ? 5 : isFound ? 1 : 0;
    return rank === 0 ? [] : [{ kind: 'webhook_endpoint', ...nowhere, slug: id, name, rank }];
  });
}

/** Finds the change with this id, or with a record of this id; and the delivery. */
async function findById(pool: Pool, organisation: { readonly id: string }, id: string): Promise<Found[]> {
  const [changes, deliveries] = await Promise.all([
    pool.query<{ slug: string; action: string; subject: string }>(
      `SELECT coalesce(change_id, id) AS slug, action, subject FROM audit_record
       WHERE organisation_id = $1 AND (change_id = $2 OR id = $2) ORDER BY id LIMIT 1`,
      [organisation.id, id],
    ),
    pool.query<{ slug: string; name: string; endpoint: string }>(
      `SELECT delivery.id AS slug, event.type AS name, endpoint.id AS endpoint
       FROM webhook_delivery AS delivery
       JOIN webhook_event AS event ON event.id = delivery.webhook_event_id
       JOIN webhook_endpoint AS endpoint ON endpoint.id = delivery.webhook_endpoint_id
       WHERE endpoint.organisation_id = $1 AND delivery.id = $2`,
      [organisation.id, id],
    ),
  ]);
  return [
    ...changes.rows.map((row): Found => ({
      ...nowhere,
      slug: row.slug,
      name: shownSubject(row),
      kind: 'change',
      rank: 5,
    })),
    ...deliveries.rows.map((row): Found => ({ ...nowhere, ...row, kind: 'delivery', rank: 5 })),
  ];
}
