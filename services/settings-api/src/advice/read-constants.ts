import type { Pool } from 'pg';
import { createPause } from '@bunting/async';
import { findConstant, type Constant, type WatchedFragment } from './constant.ts';
import type { ProjectFacts } from './read-project-signals.ts';

/** The constancy of a feature, from its fragments in the watched environments. */
export interface ServedConstant {
  readonly constant: Constant | null;
  /** Milliseconds: the oldest writing of them, all of which have the feature's status; null = there is no fragment. */
  readonly writtenAt: number | null;
}

/** Longer documents are reduced to what is looked at, so that a list of 10,000 overrides is not read. */
const maxWholeBytes = 16 * 1024;
/** Documents of so many features are read at a time. */
const featuresPerStatement = 500;

interface FragmentRow {
  readonly featureId: string;
  readonly environmentId: string;
  readonly writtenAt: Date;
  readonly document: string;
}

/** Finds for each of the features whether it is constant. */
export async function readConstants(
  pool: Pool,
  facts: ProjectFacts,
  featureIds: readonly string[],
): Promise<Map<string, ServedConstant>> {
  const constants = new Map<string, ServedConstant>();
  for (let start = 0; start < featureIds.length; start += featuresPerStatement) {
    await addConstants(pool, facts, featureIds.slice(start, start + featuresPerStatement), constants);
  }
  return constants;
}

async function addConstants(
  pool: Pool,
  { environments, signals }: ProjectFacts,
  featureIds: readonly string[],
  constants: Map<string, ServedConstant>,
): Promise<void> {
  const watched = environments.filter(({ isWatched }) => isWatched);
  const slugs = new Map(watched.map(({ id, slug }) => [id, slug]));
  const { rows } = await pool.query<FragmentRow>(
    `SELECT entity_id AS "featureId", environment_id AS "environmentId", written_at AS "writtenAt",
       CASE WHEN octet_length(document::text) <= ${maxWholeBytes} THEN document::text ELSE (${reduced})::text END AS document
     FROM datafile_fragment
     WHERE environment_id = ANY($1) AND kind = 'feature' AND entity_id = ANY($2) AND document IS NOT NULL`,
    [watched.map(({ id }) => id), featureIds],
  );
  const fragments = new Map<string, WatchedFragment[]>();
  const pause = createPause();
  for (const row of rows) {
    await pause();
    const fragment: WatchedFragment = {
      environment: slugs.get(row.environmentId)!,
      writtenAt: row.writtenAt.getTime(),
      fragment: JSON.parse(row.document) as WatchedFragment['fragment'],
    };
    const known = fragments.get(row.featureId);
    if (known === undefined) fragments.set(row.featureId, [fragment]);
    else known.push(fragment);
  }
  for (const [featureId, found] of fragments) {
    const isWhole = found.length === watched.length;
    const sorted = found.toSorted((left, right) => (left.environment < right.environment ? -1 : 1));
    constants.set(featureId, {
      constant: isWhole ? findConstant(sorted, signals.now) : null,
      writtenAt: Math.min(...found.map(({ writtenAt }) => writtenAt)),
    });
  }
}

/** The document without names, conditions and users; each variation that an override pins once; values by their hash. */
const reduced = `
  SELECT json_build_object(
    'status', document->'status',
    'variables', (
      SELECT coalesce(json_agg(
        json_build_object('slug', entry->'slug', 'default_variation', entry->'default_variation')), '[]'::json)
      FROM json_array_elements(document->'variables') AS entry),
    'variations', (
      SELECT coalesce(json_agg(json_build_object('slug', entry->'slug', 'values', (
        SELECT coalesce(json_agg(md5(value::text)), '[]'::json)
        FROM json_array_elements(entry->'values') AS value))), '[]'::json)
      FROM json_array_elements(document->'variations') AS entry),
    'targeting', CASE WHEN json_typeof(document->'targeting') = 'object' THEN json_build_object(
      'enabled', document->'targeting'->'enabled',
      'prerequisites', document->'targeting'->'prerequisites',
      'rules', (
        SELECT coalesce(json_agg(json_strip_nulls(json_build_object(
          'enabled', rule->'enabled',
          'any_of', CASE json_array_length(rule->'any_of') WHEN 0 THEN '[]'::json ELSE '[{}]'::json END,
          'schedule', rule->'schedule', 'rollout', rule->'rollout', 'serve', rule->'serve'))), '[]'::json)
        FROM json_array_elements(document->'targeting'->'rules') AS rule)) END,
    'overrides', (
      SELECT coalesce(json_object_agg(variation, variation), '{}'::json)
      FROM (SELECT DISTINCT value AS variation FROM json_each_text(document->'overrides')) AS pinned))`;
