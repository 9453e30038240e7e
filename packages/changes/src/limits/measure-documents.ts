import { createPause } from '@bunting/async';
import {
  createInternPool,
  type LimitExceeded,
  limits,
  measureFeature,
  measureSegment,
} from '@bunting/evaluator';
import type { Pool, PoolClient } from 'pg';

/** The maximum time for which measuring blocks the event loop. */
const sliceMs = 4;

/** Measures definitions as evaluators will read them, in slices, because an import has thousands. */
export interface Measurer {
  /** Measures a feature's document with the segments that it names, as they are stored now. */
  feature(projectId: string, text: string): Promise<FeatureMeasure>;
  exceededBySegment(text: string): Promise<readonly LimitExceeded[]>;
  segmentCost(anyOf: unknown): Promise<number>;
}

export interface FeatureMeasure {
  /** Nanoseconds that an evaluation takes at worst. */
  readonly cost: number;
  /** Nanoseconds that count towards `limits.environmentCost`; 0 = an evaluation does not ask its rules. */
  readonly environmentCost: number;
  /** Characters of the longest text that is searched; absent = the feature searches none. */
  readonly maxSearchedLength: number | undefined;
  readonly exceeded: readonly LimitExceeded[];
}

export function createMeasurer({ client }: { readonly client: Pool | PoolClient }): Measurer {
  const pool = createInternPool();
  const costs = new Map<string, number>();
  const pause = createPause(sliceMs);

  async function inSlice<Result>(work: () => Result): Promise<Result> {
    await pause();
    return work();
  }

  const segmentCost = (anyOf: unknown) => inSlice(() => measureSegment({ any_of: anyOf }, pool).cost);

  async function costOfSegments(projectId: string, slugs: readonly string[]): Promise<number> {
    const nameOf = (slug: string) => `${projectId} ${slug}`;
    const unknown = slugs.filter((slug) => !costs.has(nameOf(slug)));
    if (unknown.length > 0) {
      const { rows } = await client.query<{ slug: string; any_of: unknown }>(
        'SELECT slug, any_of FROM segment WHERE project_id = $1 AND slug = ANY($2)',
        [projectId, unknown],
      );
      for (const { slug, any_of } of rows) costs.set(nameOf(slug), await segmentCost(any_of));
    }
    return slugs.reduce((sum, slug) => sum + (costs.get(nameOf(slug)) ?? 0), 0);
  }

  return {
    segmentCost,
    exceededBySegment: (text) =>
      inSlice(() => [...measureSegment(JSON.parse(text), pool).exceeded, ...tooLong(text, 'segmentLength')]),
    async feature(projectId, text) {
      const document = await inSlice(() => JSON.parse(text) as FeatureDocument);
      const measure = await inSlice(() => measureFeature(document, () => 0, pool));
      const { segments, maxSearchedLength, longKeyCost } = measure;
      const exceeded = [...measure.exceeded, ...tooLong(text, 'fragmentLength')];
      const named = segments.slice(0, limits.segmentsOfFeature);
      const cost = measure.cost + (await costOfSegments(projectId, named));
      const max = limits.featureCost;
      if (cost > max && measure.cost <= max) exceeded.push({ limit: 'featureCost', actual: cost, most: max });
      const environmentCost = isEvaluated(document) ? Math.min(cost - longKeyCost, max) : 0;
      return { cost, environmentCost, maxSearchedLength, exceeded };
    },
  };
}

interface FeatureDocument {
  readonly status?: unknown;
  readonly targeting?: { readonly enabled?: unknown } | null;
}

/** Returns true if an evaluation of all variables evaluates the rules of the feature. */
function isEvaluated({ status, targeting }: FeatureDocument): boolean {
  return status === 'live' && targeting?.enabled === true;
}

function tooLong(text: string, limit: 'fragmentLength' | 'segmentLength'): LimitExceeded[] {
  const max = limits[limit];
  return text.length > max ? [{ limit, actual: text.length, most: max }] : [];
}
