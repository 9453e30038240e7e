import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCatalogue, limits, measureFeature, measureSegment } from '@bunting/evaluator';
import type { LimitExceeded } from '@bunting/evaluator';
import type { PoolClient } from 'pg';

/** Of one turn of the event loop. */
const sliceMs = 4;

/** Measures definitions as evaluators will find them, in slices: an import has thousands. */
export interface Measurer {
  /** What of a feature's document is beyond the limits, with the segments that it names as they are now. */
  exceededByFeature(projectId: string, text: string): Promise<readonly LimitExceeded[]>;
  exceededBySegment(text: string): Promise<readonly LimitExceeded[]>;
  segmentCost(anyOf: unknown): Promise<number>;
}

export function createMeasurer({ client }: { readonly client: PoolClient }): Measurer {
  const catalogue = createCatalogue();
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
      inTurn(() => [...measureSegment(JSON.parse(text), catalogue).exceeded, ...tooLong(text)]),
    async exceededByFeature(projectId, text) {
      const measure = await inTurn(() => measureFeature(JSON.parse(text), () => 0, catalogue));
      const { cost, segments } = measure;
      const exceeded = [...measure.exceeded, ...tooLong(text)];
      if (segments.length > 0 && segments.length <= limits.segmentsOfFeature && cost <= limits.featureCost) {
        const actual = cost + (await costOfSegments(projectId, segments));
        const most = limits.featureCost;
        if (actual > most) exceeded.push({ limit: 'featureCost', actual, most });
      }
      return exceeded;
    },
  };
}

function tooLong(text: string): LimitExceeded[] {
  const most = limits.fragmentLength;
  return text.length > most ? [{ limit: 'fragmentLength', actual: text.length, most }] : [];
}
