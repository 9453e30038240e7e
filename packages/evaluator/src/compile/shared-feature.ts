import type { Salting } from '../bucket.ts';
import {
  createEvaluation,
  evaluationBytes,
  spend,
  type CacheBudget,
  type Evaluation,
  type CachedEvaluation,
} from '../evaluation.ts';
import { reasonOf, servedIn, slotCount, slotOf, type Decision } from '../decision.ts';
import { isByBuckets, variationOf } from '../served.ts';
import { createValueStore, isListOrObject, type StoredValue } from './stored-value.ts';
import { listOf, recordOf, textOf, type StoredRecord } from './stored.ts';

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

/**
 * Bytes of finished evaluations for each byte of the feature's JSON. Without a bound, 200 variables of 200 variations would take
 * a hundred times their bytes once all had been requested.
 */
const cacheBytesPerByte = 4;

/**
 * Reads a feature without its malformed variables and variations; any status but the three known ones counts as
 * archived.
 */
export function readSharedFeature(id: string, feature: StoredRecord): SharedFeature {
  const storedVariations = recordsOf(feature['variations']);
  const valuesOf = storedVariations.map((variation) => listOf(variation['values']) ?? []);
  const variables = recordsOf(feature['variables']).map((variable, position) => ({
    id: textOf(variable['id']) ?? '',
    slug: textOf(variable['slug']) ?? '',
    isJson: valuesOf.some((values) => isListOrObject(values[position])),
    isClient: variable['client'] === true,
    evaluations: undefined,
  }));
  const status = feature['status'];
  const storeValue = createValueStore();
  const shared: Omit<SharedFeature, 'budget'> = {
    id,
    slug: textOf(feature['slug']) ?? '',
    status: isServed(status) ? status : 'archived',
    salt: textOf(feature['salt']) ?? '',
    salting: undefined,
    variables,
    variations: storedVariations.map((variation, index) => ({
      id: textOf(variation['id']) ?? '',
      slug: textOf(variation['slug']) ?? '',
      values: valuesOf[index]!.slice(0, variables.length).map((value, position) =>
        storeValue(value, variables[position]!.isJson),
      ),
    })),
  };
  return { ...shared, budget: { bytes: cacheBytesPerByte * lengthOfFeature(shared) } };
}

/** Returns whether a feature with this status is served. Any other status counts as archived. */
export function isServed(status: unknown): status is 'live' | 'complete' {
  return status === 'live' || status === 'complete';
}

/** Characters of the member names, with their quotes and commas, in a variable and a variation. */
const variableFrame = 40;
const variationFrame = 30;

/** Returns the characters of the feature as JSON, without its targeting and overrides. */
function lengthOfFeature({ id, slug, variables, variations }: Omit<SharedFeature, 'budget'>): number {
  let length = id.length + slug.length + variationFrame;
  for (const variable of variables) length += variable.id.length + variable.slug.length + variableFrame;
  for (const variation of variations) {
    length += variation.id.length + variation.slug.length + variationFrame;
    for (const value of variation.values)
      length += typeof value === 'string' ? value.length + 1 : String(value).length + 1;
  }
  return length;
}

/** Returns the evaluation of a decision other than `notFound`. Without a variation, value and variation are null. */
export function evaluationOf(feature: SharedFeature, position: number, decision: Decision): Evaluation {
  return keptEvaluationOf(feature, position, decision) ?? cacheEvaluation(feature, position, decision);
}

/** Returns the evaluation if it is cached, so that keeping it elsewhere takes no memory. */
export function keptEvaluationOf(
  feature: SharedFeature,
  position: number,
  decision: Decision,
): Evaluation | undefined {
  const variable = feature.variables[position] as SharedVariable;
  let known = variable.evaluations?.[slotOf(decision)];
  while (known !== undefined && known.decision !== decision) known = known.next;
  return known;
}

function cacheEvaluation(feature: SharedFeature, position: number, decision: Decision): Evaluation {
  const { budget, variations } = feature;
  const variable = feature.variables[position] as SharedVariable;
  const slots = slotCount(variations.length);
  const slot = slotOf(decision);
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
  const variation = feature.variations[variationOf(served)];
  const parts = {
    decision,
    key: variable.slug,
    value: variation?.values[position] ?? null,
    isJson: variable.isJson,
    variation: variation?.slug ?? null,
    reason: reasonOf(decision),
    split: isByBuckets(served),
    feature: feature.slug,
    variableId: variable.id,
    variationId: variation?.id ?? null,
  };
  return createEvaluation(parts, budget);
}

function recordsOf(stored: unknown): readonly StoredRecord[] {
  return (listOf(stored) ?? []).map(recordOf).filter((record) => record !== undefined);
}
