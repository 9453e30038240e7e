import { createSharedCacheOrder, createSharedSemaphore, inSlices, getQuarter } from '@bunting/async';
import type { Pool } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { readFeatureSignals, type AdvisedFeature } from './read-feature-signals.ts';
import { readProjectFacts, type AdvisedProject, type ProjectFacts } from './read-project-signals.ts';
import { judge, verdicts, type Judgement, type Verdict } from './verdict.ts';
import type { FeatureSignals } from './signals.ts';

/** The place of a feature in the list: by verdict, then by days beyond the threshold, then by slug. */
export type AdviceKey = readonly [rank: number, daysBeyond: number, slug: string];

export interface SurveyedFeature {
  readonly id: string;
  readonly slug: string;
  readonly verdict: Verdict;
  readonly certain: boolean;
  readonly daysBeyond: number;
  readonly kind: FeatureSignals['kind'];
  readonly owners: readonly string[];
  readonly tags: readonly string[];
}

/** All features of a project at one moment, in the order of the list. */
export interface Survey {
  readonly facts: ProjectFacts;
  readonly features: readonly SurveyedFeature[];
}

/** A feature with what is said of it. */
export interface Advice {
  readonly feature: AdvisedFeature;
  readonly judgement: Judgement;
}

export interface SurveyReader {
  /**
   * Judges all features of a project. The survey is at most a minute old, and of the present state of the features. Throws 429 if too many
   * requests of the organisation wait, and 503 if too many others do, or the survey does not begin in time.
   */
  survey(project: AdvisedProject): Promise<Survey>;
}

/** Counts arrive by the minute, too. */
const maxAgeMs = 60_000;
/** Each uses two connections for most of a second. */
const maxAtOnce = 1;
const maxWaiting = 100;

interface Kept {
  readonly stamp: string;
  readonly madeAt: number;
  readonly survey: Promise<Survey>;
}

/** Reads surveys, keeps the latest ones, and shares one that is being made. Of both an organisation has a quarter. */
export function createSurveyReader({
  pool,
  now,
  maxWaitMs = 15_000,
  maxKeptFeatures = 100_000,
}: {
  readonly pool: Pool;
  readonly now: () => number;
  readonly maxWaitMs?: number;
  /** Features in all cached surveys: some 40 MB. */
  readonly maxKeptFeatures?: number;
}): SurveyReader {
  const kept = new Map<string, Kept>();
  const order = createSharedCacheOrder({ total: maxKeptFeatures });
  const making = createSharedSemaphore({
    permits: maxAtOnce,
    maxWaiting: { share: getQuarter(maxWaiting), total: maxWaiting },
    maxWaitMs,
    refusals: { share: settingsErrors.tooManySurveysOfOrganisation, total: settingsErrors.tooManySurveys },
  });

  async function keep(
    { id, organisationId }: AdvisedProject,
    stamp: string,
    make: () => Promise<Survey>,
  ): Promise<Survey> {
    const survey = making.run(organisationId, make);
    const entry: Kept = { stamp, madeAt: now(), survey };
    drop(id);
    kept.set(id, entry);
    try {
      const made = await survey;
      if (kept.get(id) === entry) order.add(id, organisationId, made.features.length + 1);
      order.evict().forEach((evicted) => kept.delete(evicted));
      return made;
    } catch (error) {
      if (kept.get(id) === entry) drop(id);
      throw error;
    }
  }

  function drop(projectId: string): void {
    kept.delete(projectId);
    order.remove(projectId);
  }

  return {
    async survey(project) {
      const stamp = await readStamp(pool, project);
      const known = kept.get(project.id);
      const isFresh = known?.stamp === stamp && Math.abs(now() - known.madeAt) < maxAgeMs;
      if (isFresh) return known.survey;
      return keep(project, stamp, () => makeSurvey(pool, project, now()));
    },
  };
}

/** Reads and judges all features of a project, without a cache. */
export async function makeSurvey(pool: Pool, project: AdvisedProject, now: number): Promise<Survey> {
  const facts = await readProjectFacts(pool, project, now);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM feature WHERE project_id = $1 AND status <> 'deleted' ORDER BY id`,
    [project.id],
  );
  const ids = rows.map(({ id }) => id);
  const features: SurveyedFeature[] = [];
  for await (const slice of inSlices(await readFeatureSignals(pool, facts, ids, { withFigures: false }))) {
    for (const { id, slug, owners, tags, signals } of slice) {
      const { verdict, certain, daysBeyond } = judge(signals, facts.signals);
      features.push({ id, slug, verdict, certain, daysBeyond, kind: signals.kind, owners, tags });
    }
  }
  return {
    facts,
    features: features.toSorted((left, right) => compareKeys(toAdviceKey(left), toAdviceKey(right))),
  };
}

/** Reads and judges some features, with all figures. */
export async function readAdvice(
  pool: Pool,
  facts: ProjectFacts,
  featureIds: readonly string[],
): Promise<Advice[]> {
  const features = await readFeatureSignals(pool, facts, featureIds, { withFigures: true });
  return features.map((feature) => ({ feature, judgement: judge(feature.signals, facts.signals) }));
}

export function toAdviceKey({ verdict, daysBeyond, slug }: SurveyedFeature): AdviceKey {
  return [verdicts.indexOf(verdict), daysBeyond, slug];
}

/** Compares keys. Those furthest beyond the threshold come first. */
export function compareKeys(left: AdviceKey, right: AdviceKey): number {
  return left[0] - right[0] || right[1] - left[1] || (left[2] < right[2] ? -1 : left[2] > right[2] ? 1 : 0);
}

/** Differs whenever a change may have altered a verdict: of what is served, of features, of repositories, of the setting. */
async function readStamp(pool: Pool, { id, advice }: AdvisedProject): Promise<string> {
  const { rows } = await pool.query<{ stamp: string }>(
    `SELECT json_build_array(
       (SELECT json_agg(json_build_array(id, version, protected) ORDER BY id) FROM environment WHERE project_id = $1),
       (SELECT json_build_array(max(updated_at), count(*)) FROM feature WHERE project_id = $1 AND status <> 'deleted'),
       (SELECT json_build_array(max(snapshot_at), count(*)) FROM repository_connection WHERE project_id = $1)
     )::text AS stamp`,
    [id],
  );
  return `${rows[0]!.stamp} ${JSON.stringify(advice)}`;
}
