import type { Salting } from '../bucket.ts';
import { createEvaluation } from '../evaluation.ts';
import type { Evaluation, Reason } from '../evaluation.ts';
import { storeValue } from './stored-value.ts';
import type { StoredValue } from './stored-value.ts';
import { listOf, recordOf, textOf } from './stored.ts';
import type { StoredRecord } from './stored.ts';

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
}

export interface SharedVariable {
  readonly id: string;
  readonly slug: string;
  /** Evaluations given so far, by reason and variation. */
  readonly evaluations: (Evaluation | undefined)[];
}

export interface SharedVariation {
  readonly id: string;
  readonly slug: string;
  /** In the order of the feature's variables; what is not there is null. */
  readonly values: readonly StoredValue[];
}

/** The reasons of variables that were found, numbered to index what is cached. */
const reasonNumber = {
  feature_complete: 0,
  targeting_disabled: 1,
  self_targeting_override: 2,
  default_variation: 3,
  targeting_rule_matched: 4,
  no_rule_matched: 5,
} as const satisfies Partial<Record<Reason, number>>;

export type FoundReason = keyof typeof reasonNumber;

/** Malformed variables and variations are left out; a status that is none of the three counts as archived. */
export function readSharedFeature(id: string, feature: StoredRecord): SharedFeature {
  const variables = recordsOf(feature['variables']);
  const status = feature['status'];
  return {
    id,
    slug: textOf(feature['slug']) ?? '',
    status: status === 'live' || status === 'complete' ? status : 'archived',
    salt: textOf(feature['salt']) ?? '',
    salting: undefined,
    variables: variables.map((variable) => ({
      id: textOf(variable['id']) ?? '',
      slug: textOf(variable['slug']) ?? '',
      evaluations: [],
    })),
    variations: recordsOf(feature['variations']).map((variation) => {
      const values = listOf(variation['values']) ?? [];
      return {
        id: textOf(variation['id']) ?? '',
        slug: textOf(variation['slug']) ?? '',
        values: values.slice(0, variables.length).map(storeValue),
      };
    }),
  };
}

/** `variation` is a place among the feature's, or negative for none: then value and variation are null. */
export function evaluationOf(
  feature: SharedFeature,
  position: number,
  reason: FoundReason,
  variation: number,
): Evaluation {
  const { evaluations } = feature.variables[position] as SharedVariable;
  const index = reasonNumber[reason] * (feature.variations.length + 1) + variation + 1;
  return (evaluations[index] ??= makeEvaluation(feature, position, reason, feature.variations[variation]));
}

function makeEvaluation(
  feature: SharedFeature,
  position: number,
  reason: Reason,
  variation: SharedVariation | undefined,
): Evaluation {
  const variable = feature.variables[position] as SharedVariable;
  return createEvaluation({
    key: variable.slug,
    value: variation?.values[position] ?? null,
    variation: variation?.slug ?? null,
    reason,
    feature: feature.slug,
    variableId: variable.id,
    variationId: variation?.id ?? null,
  });
}

function recordsOf(stored: unknown): readonly StoredRecord[] {
  return (listOf(stored) ?? []).map(recordOf).filter((record) => record !== undefined);
}
