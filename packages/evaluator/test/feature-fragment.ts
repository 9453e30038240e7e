import type { FeatureFragment, JsonValue, SegmentFragment } from '../src/definition/definition.ts';
import {
  compileFragments,
  createDatafile,
  evaluate,
  readContext,
  type Datafile,
  type DatafileFragment,
  type Evaluation,
} from '../src/index.ts';

/** Returns a feature with one variable `flag`: variation `off` gives false and is the default, `on` gives true. */
export function featureFragment(parts: Partial<FeatureFragment> = {}): FeatureFragment {
  return {
    id: 'feature-1',
    slug: 'feature',
    status: 'live',
    salt: 'a1b2c3d4',
    variables: [{ id: 'variable-1', slug: 'flag', default_variation: 'off' }],
    variations: [
      { id: 'variation-off', slug: 'off', values: [false] },
      { id: 'variation-on', slug: 'on', values: [true] },
    ],
    targeting: null,
    overrides: {},
    ...parts,
  };
}

export function featureChange(feature: FeatureFragment): DatafileFragment {
  return { kind: 'feature', id: feature.id, document: feature };
}

export function segmentChange(segment: SegmentFragment): DatafileFragment {
  return { kind: 'segment', id: segment.id, document: segment };
}

export function compileDatafile(...changes: readonly DatafileFragment[]): Datafile {
  const datafile = createDatafile();
  datafile.apply(compileFragments(changes));
  return datafile;
}

/** Returns a datafile of one feature with targeting switched on and these rules, however malformed. */
export function datafileOfRules(
  rules: readonly unknown[],
  ...segments: readonly SegmentFragment[]
): Datafile {
  const targeting = { enabled: true, rules } as FeatureFragment['targeting'];
  return compileDatafile(featureChange(featureFragment({ targeting })), ...segments.map(segmentChange));
}

export function evaluateFlag(datafile: Datafile, user: unknown, now = 0): Evaluation {
  return evaluate(datafile, 'flag', readContext(user as object), now);
}

/** Returns the parts of an evaluation that are sent. */
export function toResult(evaluation: Evaluation): JsonValue {
  return JSON.parse(`${evaluation.text}}`) as JsonValue;
}

/** Returns whether a rule with this one condition, however malformed, serves this user. */
export function matchesCondition(condition: object, user: object): boolean {
  const datafile = datafileOfRules([
    { name: 'only', any_of: [{ all_of: [condition] }], serve: { variation: 'on' } },
  ]);
  return evaluateFlag(datafile, user).reason === 'targeting_rule_matched';
}
