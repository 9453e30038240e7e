import { asList, asRecord, asText, type StoredRecord } from '../definition/stored.ts';
import type { SharedFeature } from '../model/shared-feature.ts';
import { createValueStore, isListOrObject } from './value-store.ts';

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
  const valuesOf = storedVariations.map((variation) => asList(variation['values']) ?? []);
  const variables = recordsOf(feature['variables']).map((variable, position) => ({
    id: asText(variable['id']) ?? '',
    slug: asText(variable['slug']) ?? '',
    isJson: valuesOf.some((values) => isListOrObject(values[position])),
    isClient: variable['client'] === true,
    evaluations: undefined,
  }));
  const status = feature['status'];
  const storeValue = createValueStore();
  const shared: Omit<SharedFeature, 'budget'> = {
    id,
    slug: asText(feature['slug']) ?? '',
    status: isServed(status) ? status : 'archived',
    salt: asText(feature['salt']) ?? '',
    salting: undefined,
    variables,
    variations: storedVariations.map((variation, index) => ({
      id: asText(variation['id']) ?? '',
      slug: asText(variation['slug']) ?? '',
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

function recordsOf(stored: unknown): readonly StoredRecord[] {
  return (asList(stored) ?? []).map(asRecord).filter((record) => record !== undefined);
}
