import type { FeatureFragment } from '@bunting/evaluator/definition';
import { toServingRule, type ServingRule } from './serving-rule.ts';

/** The part of a feature's fragment that decides whether it is constant. */
export type ServedFragment = Pick<FeatureFragment, 'status' | 'targeting' | 'overrides'> & {
  readonly variables: readonly Pick<FeatureFragment['variables'][number], 'slug' | 'default_variation'>[];
};

/** The result of the check that an environment serves everybody one variation of each variable. */
export interface Constancy {
  /** Variable → variation; null = nothing is served. */
  readonly served: ReadonlyMap<string, string | null>;
  /** Targeting is off. */
  readonly isOff: boolean;
  /** Milliseconds: when a schedule or a rollout last changed what is served; -Infinity = none ever did. */
  readonly changedAt: number;
}

/**
 * Finds whether a fragment serves one variation of each variable to everybody, from now on and as long as nobody changes it: complete; off;
 * or every override, every rule that can still serve, up to the first that serves everybody, and the default where none does, give one
 * variation. Where there are prerequisites the default counts, too, because it is served while one is not met. Undefined = it does not, or a stage of a rollout is to come. An archived feature serves nobody.
 * @param now milliseconds since 1970
 */
export function findConstancy(fragment: ServedFragment, now: number): Constancy | undefined {
  const { status, variables, targeting, overrides } = fragment;
  if (status === 'archived' || variables.length === 0) return undefined;
  const always = { isOff: false, changedAt: -Infinity };
  if (status === 'complete') return { ...always, served: defaultsOf(fragment) };
  if (targeting !== null && !targeting.enabled) {
    return { ...always, isOff: true, served: new Map(variables.map(({ slug }) => [slug, null])) };
  }
  const reached = reachedRules(targeting?.rules ?? [], now);
  if (reached.rules.some(({ isRamping }) => isRamping)) return undefined;
  const chosen = new Set([
    ...Object.values(overrides),
    ...reached.rules.flatMap(({ variations }) => variations),
  ]);
  const hasPrerequisites = (targeting?.prerequisites ?? []).length > 0;
  const served = onlyVariations(fragment, chosen, !reached.areForEverybody || hasPrerequisites);
  if (served === undefined) return undefined;
  const past = [...new Set(served.values())];
  const differs = ({ named }: ServingRule) => past.length > 1 || named.some((each) => each !== past[0]);
  const changed = reached.rules.filter((rule) => rule.variations.length > 0 || differs(rule));
  return {
    served,
    isOff: false,
    changedAt: Math.max(-Infinity, ...changed.map(({ changedAt }) => changedAt)),
  };
}

interface ReachedRules {
  /** Up to the first that serves everybody. */
  readonly rules: readonly ServingRule[];
  /** There is such a one. */
  readonly areForEverybody: boolean;
}

function reachedRules(
  definitions: NonNullable<ServedFragment['targeting']>['rules'],
  now: number,
): ReachedRules {
  const rules = definitions.flatMap((definition) => toServingRule(definition, now) ?? []);
  const index = rules.findIndex(({ isForEverybody }) => isForEverybody);
  return index === -1
    ? { rules, areForEverybody: false }
    : { rules: rules.slice(0, index + 1), areForEverybody: true };
}

/** Returns undefined if two variations are served. */
function onlyVariations(
  { variables }: ServedFragment,
  chosen: ReadonlySet<string>,
  withDefaults: boolean,
): Map<string, string | null> | undefined {
  const served = new Map<string, string | null>();
  for (const { slug, default_variation: byDefault } of variables) {
    const all = new Set<string | null>(withDefaults ? [...chosen, byDefault] : chosen);
    if (all.size !== 1) return undefined;
    const [only = null] = all;
    served.set(slug, only);
  }
  return served;
}

function defaultsOf({ variables }: ServedFragment): Map<string, string | null> {
  return new Map(variables.map(({ slug, default_variation: byDefault }) => [slug, byDefault]));
}
