import type { Salting } from '../values/bucket.ts';
import { getReason, servedIn, slotCount, getSlot, type Decision } from './decision.ts';
import {
  createEvaluation,
  evaluationBytes,
  spend,
  type CachedEvaluation,
  type CacheBudget,
  type Evaluation,
} from './evaluation.ts';
import { isByBuckets, unpackVariation } from './served.ts';
import type { StoredValue } from './stored-value.ts';

/**
 * The part of a feature that is equal in all environments of its project, which differ only in defaults, targeting and overrides.
 * Their datafiles share it through the intern pool, finished evaluations included.
 */
export interface SharedFeature {
  readonly id: string;
  readonly slug: string;
  readonly status: 'live' | 'complete' | 'archived';
  readonly salt: string;
  /** Made when a rule first needs buckets. */
  salting: Salting | undefined;
  readonly variables: readonly SharedVariable[];
  readonly variations: readonly SharedVariation[];
  /** The budget of the cached evaluations. Those beyond it are created again for each request. */
  readonly budget: CacheBudget;
}

export interface SharedVariable {
  readonly id: string;
  readonly slug: string;
  /** Its values that are texts are JSON. */
  readonly isJson: boolean;
  /** Client keys get it: to them every other variable does not exist. */
  readonly isClient: boolean;
  /** Evaluations given so far, by what was served and, in a list, by reason (decision.ts). */
  evaluations: (CachedEvaluation | undefined)[] | undefined;
}

export interface SharedVariation {
  readonly id: string;
  readonly slug: string;
  /** In the order of the feature's variables; what is not there is null. */
  readonly values: readonly StoredValue[];
}

/** Returns the evaluation of a decision other than `notFound`. Without a variation, value and variation are null. */
export function getEvaluation(feature: SharedFeature, position: number, decision: Decision): Evaluation {
  return getCachedEvaluation(feature, position, decision) ?? cacheEvaluation(feature, position, decision);
}

/** Returns the evaluation if it is cached, so that keeping it elsewhere takes no memory. */
export function getCachedEvaluation(
  feature: SharedFeature,
  position: number,
  decision: Decision,
): Evaluation | undefined {
  const variable = feature.variables[position] as SharedVariable;
  let known = variable.evaluations?.[getSlot(decision)];
  while (known !== undefined && known.decision !== decision) known = known.next;
  return known;
}

function cacheEvaluation(feature: SharedFeature, position: number, decision: Decision): Evaluation {
  const { budget, variations } = feature;
  const variable = feature.variables[position] as SharedVariable;
  const slots = slotCount(variations.length);
  const slot = getSlot(decision);
  const bytes = evaluationBytes + (variable.evaluations === undefined ? arrayBytes + 8 * slots : 0);
  if (!spend(budget, bytes)) return makeEvaluation(feature, position, decision, undefined);
  variable.evaluations ??= Array.from({ length: slots });
  const made = makeEvaluation(feature, position, decision, budget);
  made.next = variable.evaluations[slot];
  variable.evaluations[slot] = made;
  return made;
}

const arrayBytes = 48;

function makeEvaluation(
  feature: SharedFeature,
  position: number,
  decision: Decision,
  budget: CacheBudget | undefined,
): CachedEvaluation {
  const served = servedIn(decision);
  const variable = feature.variables[position] as SharedVariable;
  const variation = feature.variations[unpackVariation(served)];
  const parts = {
    decision,
    key: variable.slug,
    value: variation?.values[position] ?? null,
    isJson: variable.isJson,
    variation: variation?.slug ?? null,
    reason: getReason(decision),
    split: isByBuckets(served),
    feature: feature.slug,
    variableId: variable.id,
    variationId: variation?.id ?? null,
  };
  return createEvaluation(parts, budget);
}
