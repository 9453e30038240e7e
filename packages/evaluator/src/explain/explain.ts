import { compileFragments, type CompiledFragments, type DatafileFragment } from '../compile/fragments.ts';
import { createInternPool } from '../compile/intern-pool.ts';
import { measureRulesInSteps, measureSegment } from '../compile/measure.ts';
import { finish } from '../compile/steps.ts';
import { readContext } from '../context/context.ts';
import { limits, type Excess } from '../definition/limits.ts';
import { asList, asRecord, type StoredRecord } from '../definition/stored.ts';
import { createDatafile } from '../evaluate/datafile.ts';
import { evaluateUncounted } from '../evaluate/evaluate.ts';
import type { Reason } from '../model/evaluation.ts';
import type { Variable } from '../model/feature.ts';
import { explainSegments, type SegmentInFull, type Dependencies } from './explain-any-of.ts';
import { explainPrerequisites } from './explain-prerequisites.ts';
import { explainRule, ruleServes } from './explain-rule.ts';
import type { Explanation, RuleExplanation } from './explanation.ts';
import { createValueFormatter } from './formatting.ts';

/** decisions §1.1: each reason belongs to one line of the table. */
const lines: Readonly<Record<Reason, readonly [Explanation['decided_by']['line'], string]>> = {
  variable_not_found: [1, 'Unknown variable, or its feature is archived or deleted.'],
  feature_complete: [2, 'The feature is complete.'],
  targeting_disabled: [3, 'Targeting is off.'],
  self_targeting_override: [4, 'An override pins a variation for this user.id.'],
  default_variation: [5, 'No targeting is set up.'],
  targeting_rule_matched: [6, 'A rule matched.'],
  no_rule_matched: [7, 'No rule matched.'],
};

/** Number of rules that are explained in full; of the others only the deciding one is. */
const maxRules = 200;
/** Characters of all rules and segments together; a character may take three bytes. */
const maxCharacters = 300_000;

/**
 * Evaluates a variable and says why it came out so. `fragments` are the feature that has it, or none, the features that its prerequisites
 * lead to, and the segments that all these name; `key` is lower-cased already; `now` is in milliseconds. The result comes from `evaluateUncounted`, which decides as `evaluate` does, and each condition is decided by
 * the compiled test that evaluation uses. Never throws; its time is bounded.
 */
export function explain(
  fragments: readonly DatafileFragment[],
  key: string,
  user: object | null | undefined,
  now: number,
): Explanation {
  const excesses: Excess[] = [];
  const internPool = createInternPool({ onExceeded: (excess) => excesses.push(excess) });
  const compiled = compileFragments(fragments, internPool);
  const datafile = createDatafile();
  datafile.apply(compiled);
  const context = readContext(user);
  const { value, variation, reason, feature } = evaluateUncounted(datafile, key, context, now);

  const variable = datafile.variableOf(key);
  const targeting = storedTargeting(fragments, variable);
  const measure = finish(measureRulesInSteps(targeting, internPool));
  const dependencies: Dependencies = {
    user: (user ?? {}) as StoredRecord,
    context,
    patternOf: internPool.patternOf,
    maxSearchedLength: measure.maxSearchedLength ?? limits.maxTextLength,
    formatter: createValueFormatter(maxCharacters),
    segments: segmentsOf(fragments, compiled, new Set(measure.segments)),
  };
  const areRulesServed = !excesses.some(isOfRules);
  const stored = asList(asRecord(targeting)?.['rules']) ?? [];
  const [line, test] = lines[reason];
  const prerequisites = explainPrerequisites(targeting, variable, datafile, context, now);
  const unmet = line === 7 ? prerequisites.findIndex(({ met }) => !met) : -1;
  const { rules, decider } = explainRules(
    areRulesServed ? stored : [],
    variable,
    dependencies,
    now,
    line === 6,
  );
  return {
    result: { key, value, variation, reason, feature },
    decided_by: {
      line,
      test: unmet === -1 ? test : 'A prerequisite is not met.',
      rule: decider,
      prerequisite: unmet === -1 ? null : unmet + 1,
    },
    feature: variable === undefined ? null : explainFeature(variable, context.userId),
    prerequisites,
    rules,
    rules_omitted: stored.length - rules.length,
    segments: explainSegments(dependencies),
    limits_exceeded: excesses.flatMap(({ kind, id, exceeded }) =>
      exceeded.map(({ limit, actual, most, path }) => ({
        kind,
        id,
        limit,
        actual,
        most,
        path: path?.join('.') ?? null,
      })),
    ),
  };
}

/** Returns whether the excess disables the rules. A value that is too long affects only itself. */
function isOfRules({ kind, exceeded }: Excess): boolean {
  return kind === 'feature' && exceeded.some(({ limit }) => limit !== 'servedValueLength');
}

function explainRules(
  stored: readonly unknown[],
  variable: Variable | undefined,
  dependencies: Dependencies,
  now: number,
  doRulesDecide: boolean,
): { rules: readonly RuleExplanation[]; decider: number | null } {
  const rules: RuleExplanation[] = [];
  let decider: number | null = null;
  if (variable === undefined) return { rules, decider };
  const { shared } = variable.feature;
  for (const [index, rule] of stored.entries()) {
    const number = index + 1;
    if (rules.length < maxRules && dependencies.formatter.hasRoom()) {
      const explained = explainRule(rule, shared, dependencies, now);
      const decides = doRulesDecide && decider === null && explained.outcome === 'serves';
      if (decides) decider = number;
      dependencies.formatter.take({ ...explained, any_of: [] });
      rules.push({ number, ...explained, decides });
    } else if (doRulesDecide && decider === null && ruleServes(rule, shared, dependencies, now)) {
      decider = number;
      rules.push({ number, ...explainRule(rule, shared, dependencies, now), decides: true });
    }
  }
  return { rules, decider };
}

function segmentsOf(
  fragments: readonly DatafileFragment[],
  compiled: CompiledFragments,
  named: ReadonlySet<string>,
): ReadonlyMap<string, SegmentInFull> {
  const segments = new Map<string, SegmentInFull>();
  for (const [index, fragment] of compiled.entries()) {
    if (fragment.kind !== 'segment' || fragment.matches === undefined) continue;
    const { slug, matches, cost } = fragment;
    if (!named.has(slug)) continue;
    const document = fragments[index]?.document;
    const maxSearchedLength = measureSegment(document).maxSearchedLength ?? limits.maxTextLength;
    segments.set(slug, { matches, cost, anyOf: asRecord(document)?.['any_of'], maxSearchedLength });
  }
  return segments;
}

function storedTargeting(fragments: readonly DatafileFragment[], variable: Variable | undefined): unknown {
  const id = variable?.feature.shared.id;
  const stored = fragments.findLast((fragment) => fragment.kind === 'feature' && fragment.id === id);
  return id === undefined ? undefined : asRecord(stored?.document)?.['targeting'];
}

function explainFeature(
  { feature, byDefault }: Variable,
  userId: string | undefined,
): Explanation['feature'] {
  const { shared, targeting, overrides } = feature;
  const slugAt = (index: number | undefined): string | null => shared.variations[index ?? -1]?.slug ?? null;
  return {
    slug: shared.slug,
    status: shared.status,
    default: slugAt(byDefault),
    override: slugAt(overrides?.get(userId)),
    targeting: targeting === undefined ? 'none' : targeting.isEnabled ? 'on' : 'off',
  };
}
