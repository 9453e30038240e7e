import { setImmediate as nextTurn } from 'node:timers/promises';
import { createInternPool, limits, measureFeature, measureSegment } from '@bunting/evaluator';
import type { LimitExceeded } from '@bunting/evaluator';
import type { Pool, PoolClient } from 'pg';

/** Of one turn of the event loop. */
const sliceMs = 4;

/** Measures definitions as evaluators will find them, in slices: an import has thousands. */
export interface Measurer {
  /** A feature's document, with the segments that it names as they are now. */
  feature(projectId: string, text: string): Promise<FeatureMeasure>;
  exceededBySegment(text: string): Promise<readonly LimitExceeded[]>;
  segmentCost(anyOf: unknown): Promise<number>;
}

export interface FeatureMeasure {
  /** Nanoseconds that an evaluation may take at worst. */
  readonly cost: number;
  /** Characters; absent = it searches none. */
  readonly maxSearchedLength: number | undefined;
  readonly exceeded: readonly LimitExceeded[];
}

export function createMeasurer({ client }: { readonly client: Pool | PoolClient }): Measurer {
  const catalogue = createInternPool();
  const costs = new Map<string, number>();
  let turnEndsAt = performance.now() + sliceMs;

  async function inTurn<Result>(work: () => Result): Promise<Result> {
    if (performance.now() > turnEndsAt) {
      await nextTurn();
      turnEndsAt = performance.now() + sliceMs;
    }
    return work();
  }

  const segmentCost = (anyOf: unknown) => inTurn(() => measureSegment({ any_of: anyOf }, catalogue).cost);

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
      inTurn(() => [
        ...measureSegment(JSON.parse(text), catalogue).exceeded,
        ...tooLong(text, 'segmentLength'),
      ]),
    async feature(projectId, text) {
      const measure = await inTurn(() => measureFeature(JSON.parse(text), () => 0, catalogue));
      const { segments, maxSearchedLength } = measure;
      const exceeded = [...measure.exceeded, ...tooLong(text, 'fragmentLength')];
      const named = segments.slice(0, limits.segmentsOfFeature);
      const cost = measure.cost + (await costOfSegments(projectId, named));
      const most = limits.featureCost;
      if (cost > most && measure.cost <= most) exceeded.push({ limit: 'featureCost', actual: cost, most });
      return { cost, maxSearchedLength, exceeded };
    },
  };
}

function tooLong(text: string, limit: 'fragmentLength' | 'segmentLength'): LimitExceeded[] {
  const most = limits[limit];
  return text.length > most ? [{ limit, actual: text.length, most }] : [];
}
