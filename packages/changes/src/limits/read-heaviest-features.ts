import { limits } from '@bunting/evaluator';
import type { Pool } from 'pg';
import { createMeasurer } from './measure-documents.ts';
import type { FeatureMeasure } from './measure-documents.ts';

/** A feature in an environment, as evaluators read it. */
export interface HeaviestFeature extends FeatureMeasure {
  readonly feature: string;
  /** Bytes of its document as JSON. */
  readonly bytes: number;
}

const maxFeatures = 10;

/** Reads the ten features of an environment with the longest documents, longest first. Documents that are too long to be read are left out. */
export async function readHeaviestFeatures(
  pool: Pool,
  project: { readonly id: string },
  environment: { readonly id: string },
): Promise<HeaviestFeature[]> {
  const { rows } = await pool.query<{ feature: string; text: string; bytes: number }>(
    `SELECT feature.slug AS feature, text, octet_length(text) AS bytes
     FROM (
       SELECT entity_id, document::text AS text FROM datafile_fragment
       WHERE environment_id = $1 AND kind = 'feature' AND pg_column_size(document) <= $2
       ORDER BY pg_column_size(document) DESC, entity_id LIMIT $3) AS fragment
     JOIN feature ON feature.id = entity_id
     WHERE length(text) <= $2
     ORDER BY bytes DESC, feature.slug`,
    [environment.id, limits.fragmentLength, maxFeatures],
  );
  const measurer = createMeasurer({ client: pool });
  const heaviest: HeaviestFeature[] = [];
  for (const { feature, text, bytes } of rows) {
    heaviest.push({ feature, bytes, ...(await measurer.feature(project.id, text)) });
  }
  return heaviest;
}
