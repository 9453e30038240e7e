import { readWrittenFragments, type StoredFragment, type WrittenVersion } from '@bunting/datafile';
import { type LimitExceeded, limits } from '@bunting/evaluator';
import type { GroupDefinition } from '@bunting/evaluator/definition';
import type { ChangeTransaction } from '../change-transaction.ts';
import type { Measurer } from './measure-documents.ts';

/** A definition in an environment that exceeds limits. */
export interface Exceeding {
  readonly environmentId: string;
  readonly environment: string;
  readonly projectId: string;
  readonly kind: 'feature' | 'segment';
  readonly id: string;
  /** Characters of the document as JSON. */
  readonly length: number;
  /** The definition in words: `The feature checkout in production`. */
  readonly subject: string;
  readonly exceeded: readonly LimitExceeded[];
}

interface EnvironmentRow {
  readonly id: string;
  readonly slug: string;
  readonly projectId: string;
}

/** The cost of a feature's rules in an environment. */
export interface FeatureCost {
  readonly environmentId: string;
  readonly id: string;
  /** Nanoseconds (`FeatureMeasure.environmentCost`). */
  readonly cost: number;
}

/** The result of measuring. */
export interface Measured {
  readonly exceeding: readonly Exceeding[];
  readonly costs: readonly FeatureCost[];
}

/** One answer lists at most this many; the next attempt lists others. */
const maxFound = 100;

/** Measures the definitions that the transaction wrote. */
export async function measureWritten(
  { client }: Pick<ChangeTransaction, 'client'>,
  written: readonly WrittenVersion[],
  measurer: Measurer,
): Promise<Measured> {
  const environments = await readEnvironmentRows(
    { client },
    written.map(({ environmentId }) => environmentId),
  );
  const exceeding: Exceeding[] = [];
  const costs: FeatureCost[] = [];
  for (const version of written) {
    const environment = environments.get(version.environmentId);
    if (environment === undefined) continue;
    for await (const fragments of readWrittenFragments(client, version)) {
      for (const fragment of fragments) {
        const measured = await measure(fragment, environment, measurer);
        if (measured.cost !== undefined) costs.push(measured.cost);
        if (measured.exceeding !== undefined && exceeding.length < maxFound)
          exceeding.push(measured.exceeding);
      }
    }
  }
  return { exceeding, costs };
}

/**
 * Measures the features that cost something else because the conditions of a segment changed, in all environments. They exceed limits only if
 * the segment costs more than before.
 */
export async function measureNamingSegments(
  { client, recorded }: Pick<ChangeTransaction, 'client' | 'recorded'>,
  written: readonly WrittenVersion[],
  measurer: Measurer,
): Promise<Measured> {
  const exceeding: Exceeding[] = [];
  const costs: FeatureCost[] = [];
  const versions = new Map(written.map(({ environmentId, version }) => [environmentId, `${version}`]));
  for (const { projectId, slug, isCostlier } of await segmentsOfOtherCost(recorded, measurer)) {
    const { rows } = await client.query<{ environmentId: string; featureId: string }>(namingStatement, [
      projectId,
      slug,
    ]);
    const environments = await readEnvironmentRows(
      { client },
      rows.map(({ environmentId }) => environmentId),
    );
    for (const { environmentId, featureId } of rows) {
      const { rows: fragments } = await client.query<StoredFragment & { version: string }>(
        fragmentStatement,
        [environmentId, featureId, limits.readFragmentLength],
      );
      const [fragment] = fragments;
      // `measureWritten` measures the fragments that this transaction wrote.
      if (fragment === undefined || versions.get(environmentId) === fragment.version) continue;
      const measured = await measure(fragment, environments.get(environmentId)!, measurer);
      if (measured.cost !== undefined) costs.push(measured.cost);
      if (!isCostlier || !measured.exceeding?.exceeded.some(({ limit }) => limit === 'featureCost')) continue;
      if (exceeding.push(measured.exceeding) === maxFound) return { exceeding, costs };
    }
  }
  return { exceeding, costs };
}

interface SegmentDescription {
  readonly slug: string;
  readonly any_of: readonly GroupDefinition[];
}

interface SegmentOfOtherCost {
  readonly projectId: string | undefined;
  readonly slug: string;
  readonly isCostlier: boolean;
}

async function segmentsOfOtherCost(
  recorded: ChangeTransaction['recorded'],
  measurer: Measurer,
): Promise<SegmentOfOtherCost[]> {
  const changed = [];
  for (const { action, projectId, before, after } of recorded) {
    if (action !== 'segment.updated') continue;
    const [was, is] = [before, after] as unknown as [SegmentDescription, SegmentDescription];
    const costBefore = await measurer.segmentCost(was.any_of);
    const cost = await measurer.segmentCost(is.any_of);
    if (cost !== costBefore) changed.push({ projectId, slug: is.slug, isCostlier: cost > costBefore });
  }
  return changed;
}

const namingStatement = `
  SELECT DISTINCT targeting.environment_id AS "environmentId", targeting.feature_id AS "featureId"
  FROM segment JOIN rule_segment ON segment_id = segment.id
  JOIN targeting_rule rule ON rule.id = targeting_rule_id JOIN targeting ON targeting.id = rule.targeting_id
  WHERE segment.project_id = $1 AND segment.slug = $2`;

const fragmentStatement = `
  SELECT kind, entity_id AS id, version, text FROM (
    SELECT *, CASE WHEN pg_column_size(document) <= $3 THEN document::text END AS text FROM datafile_fragment
    WHERE environment_id = $1 AND kind = 'feature' AND entity_id = $2) AS fragment
  WHERE length(text) <= $3`;

async function measure(
  { kind, id, text, unreadBytes }: StoredFragment,
  { id: environmentId, slug: environment, projectId }: EnvironmentRow,
  measurer: Measurer,
): Promise<{ readonly exceeding?: Exceeding; readonly cost?: FeatureCost }> {
  if (kind === 'access') return {};
  const costs = (cost: number) => (kind === 'feature' ? { cost: { environmentId, id, cost } } : {});
  const definition = { environmentId, environment, projectId, kind, id };
  if (unreadBytes !== undefined) {
    const exceeded = [{ limit: 'fragmentLength', actual: unreadBytes, most: limits.fragmentLength }] as const;
    const subject = `A ${kind} in ${environment}`;
    return { ...costs(0), exceeding: { ...definition, length: unreadBytes, subject, exceeded } };
  }
  // The feature was deleted: if it is restored, its costs count as growth.
  if (text === null) return costs(0);
  const feature = kind === 'feature' ? await measurer.feature(projectId, text) : undefined;
  const exceeded = feature?.exceeded ?? (await measurer.exceededBySegment(text));
  const measured = costs(feature?.environmentCost ?? 0);
  if (exceeded.length === 0) return measured;
  const { slug } = JSON.parse(text) as { slug: string };
  const subject = kind === 'segment' ? `The segment ${slug}` : `The feature ${slug} in ${environment}`;
  return { ...measured, exceeding: { ...definition, length: text.length, subject, exceeded } };
}

async function readEnvironmentRows(
  { client }: Pick<ChangeTransaction, 'client'>,
  ids: readonly string[],
): Promise<Map<string, EnvironmentRow>> {
  const { rows } = await client.query<EnvironmentRow>(
    'SELECT id, slug, project_id AS "projectId" FROM environment WHERE id = ANY($1)',
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
