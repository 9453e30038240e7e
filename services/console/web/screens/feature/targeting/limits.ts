/** Calculates how much of the limits of a definition is used. Pure. */
import { limits, operatorFamilies } from '@bunting/evaluator/definition';
import type { Rule } from '../../../api/types.ts';

/** A feature in the `usage` of an environment. */
interface Measured {
  readonly cost_us: number;
  readonly cost_us_limit: number;
  readonly longest_searched_text: number | null;
}

interface UsedLimit {
  readonly what: string;
  /** 0 to 1 and beyond. */
  readonly share: number;
}

/** Returns the limits of which more than half is used, the fullest first. */
export function findUsedLimits(
  feature: Measured | undefined,
  environment: { readonly used: number; readonly limit: number },
  environmentName: string,
): UsedLimit[] {
  const all: UsedLimit[] = [
    ...(feature
      ? [
          { what: 'time to evaluate this feature', share: feature.cost_us / feature.cost_us_limit },
          {
            what: 'time for matches and contains in this feature',
            // The more they search, the shorter the texts that they may look at.
            share: limits.shortestSearchedText / (feature.longest_searched_text ?? Infinity),
          },
        ]
      : []),
    {
      what: `time to evaluate all features of ${environmentName}`,
      share: environment.used / environment.limit,
    },
  ];
  return all.filter(({ share }) => share > 0.5).toSorted((one, other) => other.share - one.share);
}

const costly = new Set<string>([...operatorFamilies.pattern, 'contains', 'not_contains']);
const manyRules = 50;

/** Returns whether rules may come near a limit, so that asking for it is worthwhile. */
export const mayBeCostly = (rules: readonly Rule[]): boolean =>
  rules.length > manyRules ||
  rules.some(({ any_of: groups = [] }) =>
    groups.some(({ all_of: all }) => all.some(({ operator }) => costly.has(operator))),
  );
