import type { Salting } from './bucket.ts';
import { createEvaluation, EVALUATION_BYTES, takeRoom } from './evaluation.ts';
import type { CacheRoom, Evaluation, KeptEvaluation, Reason } from './evaluation.ts';
import { createValueStore, isListOrObject } from './stored-value.ts';
import type { StoredValue } from './stored-value.ts';
import { listOf, recordOf, textOf } from './stored.ts';
import type { StoredRecord } from './stored.ts';

/**
 * What a feature is in every environment of its project. Environments differ in defaults, targeting and
 * overrides only, so a catalogue lets their datafiles share outlines, finished evaluations included.
 */
export interface FeatureOutline {
  readonly id: string;
  readonly slug: string;
  readonly status: 'live' | 'complete' | 'archived';
  readonly salt: string;
  /** Made when a rule first needs buckets. */
  salting: Salting | undefined;
  readonly variables: readonly VariableOutline[];
  readonly variations: readonly VariationOutline[];
  /** Of the evaluations that are kept. What there is no room for is made anew each time it is asked for. */
  readonly room: CacheRoom;
}

export interface VariableOutline {
  readonly id: string;
  readonly slug: string;
  /** Its values that are texts are JSON. */
  readonly isJson: boolean;
  /** Evaluations given so far: those of no variation, of the first, of the second, …, each a list by reason. */
  evaluations: (KeptEvaluation | undefined)[] | undefined;
}

export interface VariationOutline {
  readonly id: string;
  readonly slug: string;
  /** In the order of the feature's variables; what is not there is null. */
  readonly values: readonly StoredValue[];
}

/** The reasons of variables that were found. */
export type FoundReason = Exclude<Reason, 'variable_not_found'>;

/**
 * What finished evaluations may take for each byte that the feature has as JSON. Without a bound 200 variables of 200 variations
 * would take a hundred times their bytes once all had been asked for.
 */
const CACHE_BYTES_PER_BYTE = 4;

/** Malformed variables and variations are left out; a status that is none of the three counts as archived. */
export function readOutline(id: string, feature: StoredRecord): FeatureOutline {
  const storedVariations = recordsOf(feature['variations']);
  const valuesOf = storedVariations.map((variation) => listOf(variation['values']) ?? []);
  const variables = recordsOf(feature['variables']).map((variable, place) => ({
    id: textOf(variable['id']) ?? '',
    slug: textOf(variable['slug']) ?? '',
    isJson: valuesOf.some((values) => isListOrObject(values[place])),
    evaluations: undefined,
  }));
  const status = feature['status'];
  const storeValue = createValueStore();
  const outline: Omit<FeatureOutline, 'room'> = {
    id,
    slug: textOf(feature['slug']) ?? '',
    status: status === 'live' || status === 'complete' ? status : 'archived',
    salt: textOf(feature['salt']) ?? '',
    salting: undefined,
    variables,
    variations: storedVariations.map((variation, index) => ({
      id: textOf(variation['id']) ?? '',
      slug: textOf(variation['slug']) ?? '',
      values: valuesOf[index]!.slice(0, variables.length).map((value, place) =>
        storeValue(value, variables[place]!.isJson),
      ),
    })),
  };
  return { ...outline, room: { bytes: CACHE_BYTES_PER_BYTE * lengthOfOutline(outline) } };
}

/** Of the names of members, with their quotes and commas, in a variable and a variation. */
const VARIABLE_FRAME = 40;
const VARIATION_FRAME = 30;

/** Characters of the feature as JSON, without its targeting and overrides. */
function lengthOfOutline({ id, slug, variables, variations }: Omit<FeatureOutline, 'room'>): number {
  let length = id.length + slug.length + VARIATION_FRAME;
  for (const variable of variables) length += variable.id.length + variable.slug.length + VARIABLE_FRAME;
  for (const variation of variations) {
    length += variation.id.length + variation.slug.length + VARIATION_FRAME;
    for (const value of variation.values)
      length += typeof value === 'string' ? value.length + 1 : String(value).length + 1;
  }
  return length;
}

/** `variation` is a place among the feature's, or negative for none: then value and variation are null. */
export function evaluationOf(
  feature: FeatureOutline,
  place: number,
  reason: FoundReason,
  variation: number,
): Evaluation {
  const variable = feature.variables[place] as VariableOutline;
  let known = variable.evaluations?.[variation + 1];
  while (known !== undefined && known.reason !== reason) known = known.next;
  return known ?? keepEvaluation(feature, place, reason, variation);
}

/** Whether an evaluation that `evaluationOf` gave is kept, so that to keep it elsewhere takes no memory. */
export function isKept(
  feature: FeatureOutline,
  place: number,
  variation: number,
  evaluation: Evaluation,
): boolean {
  let known = feature.variables[place]?.evaluations?.[variation + 1];
  while (known !== undefined && known !== evaluation) known = known.next;
  return known !== undefined;
}

function keepEvaluation(
  feature: FeatureOutline,
  place: number,
  reason: FoundReason,
  variation: number,
): Evaluation {
  const { room, variations } = feature;
  const variable = feature.variables[place] as VariableOutline;
  const slots = variations.length + 1;
  const bytes = EVALUATION_BYTES + (variable.evaluations === undefined ? ARRAY_BYTES + 8 * slots : 0);
  if (!takeRoom(room, bytes)) return makeEvaluation(feature, place, reason, variations[variation], undefined);
  variable.evaluations ??= Array.from({ length: slots });
  const made = makeEvaluation(feature, place, reason, variations[variation], room);
  made.next = variable.evaluations[variation + 1];
  variable.evaluations[variation + 1] = made;
  return made;
}

const ARRAY_BYTES = 48;

function makeEvaluation(
  feature: FeatureOutline,
  place: number,
  reason: Reason,
  variation: VariationOutline | undefined,
  room: CacheRoom | undefined,
): KeptEvaluation {
  const variable = feature.variables[place] as VariableOutline;
  const parts = {
    key: variable.slug,
    value: variation?.values[place] ?? null,
    isJson: variable.isJson,
    variation: variation?.slug ?? null,
    reason,
    feature: feature.slug,
    variableId: variable.id,
    variationId: variation?.id ?? null,
  };
  return createEvaluation(parts, room);
}

function recordsOf(stored: unknown): readonly StoredRecord[] {
  return (listOf(stored) ?? []).map(recordOf).filter((record) => record !== undefined);
}
