import { createCatalogue } from '../catalogue.ts';
import { readContext } from '../context.ts';
import type { Test } from '../conditions/condition.ts';
import { createDatafile } from '../datafile.ts';
import { evaluate } from '../evaluate.ts';
import type { Reason } from '../evaluation.ts';
import type { Variable } from '../feature.ts';
import { compileFragments } from '../fragments.ts';
import type { DatafileFragment } from '../fragments.ts';
import { listOf, recordOf } from '../stored.ts';
import type { StoredRecord } from '../stored.ts';
import { explainSegments } from './explain-any-of.ts';
import type { SegmentInFull } from './explain-any-of.ts';
import { explainRule } from './explain-rule.ts';
import type { Explanation } from './explanation.ts';
import { createOutcomes } from './outcomes.ts';

/** decisions §1.1: every reason stands in one line of the table. */
const lines: Readonly<Record<Reason, readonly [Explanation['decided_by']['line'], string]>> = {
  variable_not_found: [1, 'The key resolves to no variable, or its feature is archived or deleted.'],
  feature_complete: [2, 'The feature is complete.'],
  targeting_disabled: [3, 'There is a targeting object, and it is off.'],
  self_targeting_override: [4, 'An override pins a variation for this user.id.'],
  default_variation: [5, 'There is no targeting object.'],
  targeting_rule_matched: [6, 'A rule matches and serves.'],
  no_rule_matched: [7, 'No rule matches and serves.'],
};

/**
 * Evaluates a variable and says why it came out so. `fragments` are the feature that has it, or none, and the segments
 * that it names; `key` is lower-cased already; `now` is in milliseconds. Takes about a hundred times as long as `evaluate`,
 * whose code it runs: the result is evaluate's own, and so is what became of each condition that it came to. Like it, never
 * throws. No two conditions are one object, as it is with fragments that are read from JSON.
 */
export function explain(
  fragments: readonly DatafileFragment[],
  key: string,
  user: object | null | undefined,
  now: number,
): Explanation {
  const outcomes = createOutcomes();
  const catalogue = { ...createCatalogue(), observed: outcomes.observed };
  const compiled = compileFragments(fragments, catalogue);
  const datafile = createDatafile();
  datafile.apply(compiled);
  const newContext = () => readContext(user);
  const { value, variation, reason, feature } = evaluate(datafile, key, newContext(), now);
  outcomes.close(newContext);

  const variable = datafile.variableOf(key);
  const segments = new Map<string, SegmentInFull>();
  for (const [place, fragment] of compiled.entries()) {
    if (fragment.kind !== 'segment' || fragment.matches === undefined) continue;
    const anyOf = recordOf(fragments[place]?.document)?.['any_of'];
    segments.set(fragment.slug, { matches: rememberAnswer(fragment.matches), anyOf });
  }
  const around = {
    user: (user ?? {}) as StoredRecord,
    newContext,
    patternOf: catalogue.patternOf,
    outcomes,
    segments,
  };
  const rules = storedRules(fragments, variable).map((rule) =>
    explainRule(rule, (variable as Variable).feature.outline, around, now),
  );
  const [line, test] = lines[reason];
  const decider = line === 6 ? rules.findIndex(({ outcome }) => outcome === 'serves') : -1;
  return {
    result: { key, value, variation, reason, feature },
    decided_by: { line, test, rule: decider === -1 ? null : decider + 1 },
    feature: variable === undefined ? null : explainFeature(variable, readContext(user).userId),
    rules: rules.map((rule, place) => ({ ...rule, decides: place === decider })),
    segments: explainSegments(around),
  };
}

/** All conditions ask of one user. */
function rememberAnswer(test: Test): Test {
  let answer: boolean | undefined;
  return (context) => (answer ??= test(context));
}

function storedRules(
  fragments: readonly DatafileFragment[],
  variable: Variable | undefined,
): readonly unknown[] {
  const id = variable?.feature.outline.id;
  const stored = fragments.findLast((fragment) => fragment.kind === 'feature' && fragment.id === id);
  const targeting = id === undefined ? undefined : recordOf(recordOf(stored?.document)?.['targeting']);
  return listOf(targeting?.['rules']) ?? [];
}

function explainFeature(
  { feature, byDefault }: Variable,
  userId: string | undefined,
): Explanation['feature'] {
  const { outline, targeting, overrides } = feature;
  const slugAt = (place: number | undefined): string | null => outline.variations[place ?? -1]?.slug ?? null;
  return {
    slug: outline.slug,
    status: outline.status,
    default: slugAt(byDefault),
    override: slugAt(overrides?.get(userId)),
    targeting: targeting === undefined ? 'none' : targeting.isEnabled ? 'on' : 'off',
  };
}
