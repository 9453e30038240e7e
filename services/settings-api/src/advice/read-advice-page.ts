import { storedSlug } from '@bunting/definitions';
import { storedOwner } from '@bunting/definitions/metadata';
import type { Pool } from 'pg';
import type { ProjectFacts } from './read-project-signals.ts';
import {
  compareKeys,
  toAdviceKey,
  readAdvice,
  type Advice,
  type AdviceKey,
  type SurveyedFeature,
} from './survey.ts';
import type { Verdict } from './verdict.ts';

export interface AdviceFilter {
  readonly verdict?: Verdict;
  readonly certain?: boolean;
  readonly owner?: string;
  readonly tag?: string;
  readonly kind?: string;
}

/** A feature's place in the list, and what is said of it now. */
export interface ListedAdvice {
  readonly position: AdviceKey;
  readonly advice: Advice;
}

export interface AdviceRows {
  readonly rows: readonly ListedAdvice[];
  /** The beginning of a next page that is not after one of the rows; undefined = there is nothing after the rows. */
  readonly readUpTo: AdviceKey | undefined;
}

export interface AdvicePageOptions {
  readonly after: AdviceKey | undefined;
  /** Largest number of rows. */
  readonly limit: number;
  /** Largest number of features to examine, beyond which the page ends. */
  readonly maxExamined?: number;
}

/**
 * Reads the features of a page. The survey is up to a minute old, so it only says which features to examine, and in which order: a feature is
 * listed if the filter matches what is answered of it now. One that began to match since the survey comes with the next one.
 */
export async function readAdvicePage(
  pool: Pool,
  { features, facts }: { readonly features: readonly SurveyedFeature[]; readonly facts: ProjectFacts },
  filter: AdviceFilter,
  { after, limit, maxExamined = 1_000 }: AdvicePageOptions,
): Promise<AdviceRows> {
  const matches = createMatcher(filter);
  const candidates = features.filter(
    (feature) => (after === undefined || compareKeys(toAdviceKey(feature), after) > 0) && matches(feature),
  );
  const rows: ListedAdvice[] = [];
  let examined = 0;
  while (rows.length < limit && examined < Math.min(candidates.length, maxExamined)) {
    const next = candidates.slice(examined, examined + limit);
    examined += next.length;
    const ids = next.map(({ id }) => id);
    const found = new Map((await readAdvice(pool, facts, ids)).map((each) => [each.feature.id, each]));
    for (const candidate of next) {
      const advice = found.get(candidate.id);
      if (advice !== undefined && matches(presentOf(advice)))
        rows.push({ position: toAdviceKey(candidate), advice });
    }
  }
  const isCut = examined < candidates.length;
  return { rows, readUpTo: isCut ? toAdviceKey(candidates[examined - 1]!) : undefined };
}

type Matched = Pick<SurveyedFeature, 'verdict' | 'certain' | 'kind' | 'owners' | 'tags'>;

function presentOf({ feature, judgement }: Advice): Matched {
  const { owners, tags, signals } = feature;
  return { verdict: judgement.verdict, certain: judgement.certain, kind: signals.kind, owners, tags };
}

/** Creates the test of a filter. Without a verdict, everything but `keep` matches. */
function createMatcher(filter: AdviceFilter): (feature: Matched) => boolean {
  const owner = filter.owner === undefined ? undefined : storedOwner(filter.owner);
  const tag = filter.tag === undefined ? undefined : storedSlug(filter.tag);
  return (feature) =>
    (filter.verdict === undefined ? feature.verdict !== 'keep' : feature.verdict === filter.verdict) &&
    (filter.certain === undefined || feature.certain === filter.certain) &&
    (filter.kind === undefined || feature.kind === filter.kind) &&
    (owner === undefined || feature.owners.includes(owner)) &&
    (tag === undefined || feature.tags.includes(tag));
}
