import {
  readSegments,
  readSegmentUses,
  type ChangeTransaction,
  type ProjectState,
  type SegmentState,
} from '@bunting/changes';
import type { OrganisationState } from '@bunting/changes/organisations';
import { storedSlug } from '@bunting/definitions';
import type { Problem } from '@bunting/definitions/checks';
import type { Pool, PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { withTimes } from '../framework/schemas.ts';
import { lockExistingProject } from '../projects/locks.ts';
import {
  maxCounted,
  type ListedSegmentRow,
  type SegmentRepresentation,
  type SegmentRow,
  type SegmentUse,
} from './representation.ts';

/** Lists the segments of a project by slug, those after `after`. */
export function listSegments(
  pool: Pool,
  project: { readonly id: string },
  { after, limit }: { after: string; limit: number },
): Promise<PageRows<ListedSegmentRow>> {
  return readPageRows<ListedSegmentRow>(
    pool,
    `SELECT slug, name, any_of, created_at, updated_at, (
       SELECT count(*)::int FROM (
         SELECT FROM rule_segment WHERE segment_id = segment.id LIMIT $4) AS counted) AS use_count
     FROM segment WHERE project_id = $1 AND slug > $2 ORDER BY slug LIMIT $3`,
    [project.id, after, limit, maxCounted],
  );
}

/** The key of the last entry of a page of uses. */
export type UseKey = readonly [environment: string, feature: string, rule: number];

/**
 * Lists the rules that name a segment, by environment, feature and position. Throws 404. PostgreSQL uses the index if the segment has few uses, and
 * scans the tables if that costs it less.
 */
export async function listSegmentUses(
  pool: Pool,
  project: { readonly id: string },
  name: string,
  { after, limit }: { after: UseKey | undefined; limit: number },
): Promise<PageRows<SegmentUse>> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM segment WHERE project_id = $1 AND slug = $2',
    [project.id, storedSlug(name)],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('segment', name);
  return readPageRows<SegmentUse>(
    pool,
    `SELECT feature.slug AS feature, feature.name AS feature_name, environment.slug AS environment, protected,
       rule.position + 1 AS rule, coalesce(rule.rule_id, rule.id) AS rule_id, rule.name AS rule_name
     FROM rule_segment JOIN targeting_rule AS rule ON rule.id = targeting_rule_id
     JOIN targeting ON targeting.id = rule.targeting_id
     JOIN environment ON environment.id = targeting.environment_id
     JOIN feature ON feature.id = targeting.feature_id
     WHERE segment_id = $1 AND (environment.slug, feature.slug, rule.position + 1) > ($2, $3, $4)
     ORDER BY environment.slug, feature.slug, rule.position LIMIT $5`,
    [rows[0].id, ...(after ?? ['', '', 0]), limit],
  );
}

/** Throws 404. */
export async function readSegmentRepresentation(
  client: Pool | PoolClient,
  project: { readonly id: string },
  name: string,
): Promise<SegmentRepresentation> {
  const { rows } = await client.query<SegmentRow>(
    'SELECT slug, name, any_of, created_at, updated_at FROM segment WHERE project_id = $1 AND slug = $2',
    [project.id, storedSlug(name)],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('segment', name);
  return withTimes(rows[0]);
}

export async function findSegment(
  transaction: ChangeTransaction,
  project: ProjectState,
  name: string,
): Promise<SegmentState | undefined> {
  const [segment] = await readSegments(transaction, project, storedSlug(name));
  return segment;
}

/** The segment that the routes of one segment need. */
export interface SegmentRequest {
  readonly organisation: OrganisationState;
  readonly project: ProjectState;
  readonly params: { readonly segment: string };
  readonly ifMatch: string | undefined;
}

/** Locks the project, reads the segment and compares it with `If-Match`. Throws 404, and 412 where somebody else changed it. */
export async function lockSegment(
  transaction: ChangeTransaction,
  { organisation, project, params, ifMatch }: SegmentRequest,
): Promise<{ project: ProjectState; before: SegmentState }> {
  const locked = await lockExistingProject(transaction, organisation, project);
  const before = await findSegment(transaction, locked, params.segment);
  if (before === undefined) throw settingsErrors.unknown('segment', params.segment);
  if (ifMatch !== undefined) {
    requireMatch(ifMatch, await readSegmentRepresentation(transaction.client, locked, before.slug));
  }
  return { project: locked, before };
}

/**
 * Throws 403 where a rule of a protected environment names the segment (decisions §7.1).
 * @param approved the slugs of environments where the change was approved
 */
export async function requireUnprotectedRules(
  transaction: ChangeTransaction,
  segment: SegmentState,
  approved: ReadonlySet<string> = new Set(),
): Promise<void> {
  const uses = await readSegmentUses(transaction, segment.id);
  const environments = uses
    .filter(({ environment }) => environment.protected && !approved.has(environment.slug))
    .map(({ environment }) => environment.slug);
  if (environments.length > 0) throw settingsErrors.protects([...new Set(environments)]);
}

/** Throws 409 where a rule names the segment; the error names the rules. */
export async function requireUnused(transaction: ChangeTransaction, segment: SegmentState): Promise<void> {
  const holders = await segmentHolders(transaction, segment);
  if (holders.length > 0) throw settingsErrors.inUse({ kind: 'segment', slug: segment.slug }, holders);
}

/** Returns the rules that name the segment. */
export async function segmentHolders(
  transaction: ChangeTransaction,
  segment: SegmentState,
): Promise<Problem[]> {
  const uses = await readSegmentUses(transaction, segment.id);
  return uses.map(({ feature, environment, location, path }) => ({
    path,
    message: `${location} of ${feature} in ${environment.slug}: uses ${segment.slug}`,
    code: 'in_use',
    resource: { kind: 'feature', slug: feature, environment: environment.slug },
  }));
}
