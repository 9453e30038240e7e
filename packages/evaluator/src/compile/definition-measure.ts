import { limits, type Limit, type LimitExceeded } from '../definition/limits.ts';
import type { Pattern } from '../patterns/pattern.ts';
import { featureSearch, findMaxSearchedLength, type SearchAllowance } from './cost.ts';
import type { InternPool } from './intern-pool.ts';

/** The worst cost of a definition, and the limits that it exceeds. */
export interface DefinitionMeasure {
  /** Nanoseconds, including those of the segments that it names. */
  readonly cost: number;
  /** The part of `cost` that only users with bucketing keys of the longest length cause. */
  readonly longKeyCost: number;
  readonly rules: number;
  readonly groups: number;
  readonly conditions: number;
  readonly operands: number;
  /** The longest text that its searching conditions look at; `undefined` = it has no such conditions. */
  readonly maxSearchedLength: number | undefined;
  /** Lower-cased slugs of the segments that it names, each once. */
  readonly segments: readonly string[];
  /** Empty = within all limits. At most `maxExceeded` entries. */
  readonly exceeded: readonly LimitExceeded[];
  /** Keeps the compiled patterns alive in the intern pool while the measure is in use. */
  readonly patterns: readonly Pattern[];
}

/** Enough to understand what is wrong; a hostile definition would have many more. */
const maxExceeded = 20;

/**
 * An evaluator accepts definitions that an older release stored if they are cheap to evaluate: their counts may exceed the limits of writing
 * by this factor. The counts are limited at all because definitions are compiled.
 */
export const evaluatorsFactor = 4;

/** Limits of cost are the same for writing and for evaluators. */
const limitsOfCost: ReadonlySet<Limit> = new Set(['featureCost', 'segmentCost']);

export type Path = readonly (string | number)[];

/** The counts of a definition while it is measured. */
export class MeasureTotals {
  cost = 0;
  longKeyCost = 0;
  rules = 0;
  groups = 0;
  conditions = 0;
  operands = 0;
  programs = 0;
  /** Nanoseconds a character. */
  searchCost = 0;
  maxSearchedLength: number | undefined = undefined;
  readonly segments = new Set<string>();
  readonly bucketedBy = new Set<string>();
  readonly patterns: Pattern[] = [];
  readonly exceeded: LimitExceeded[] = [];
  readonly internPool: Pick<InternPool, 'patternOf'>;
  private readonly factor: number;

  constructor(internPool: Pick<InternPool, 'patternOf'>, factor = 1) {
    this.internPool = internPool;
    this.factor = factor;
  }

  /** Records an exceeded limit. Returns false if it is exceeded. */
  atMost(limit: Limit, actual: number, path: Path): boolean {
    const most = limits[limit] * (limitsOfCost.has(limit) ? 1 : this.factor);
    if (actual <= most) return true;
    if (
      this.exceeded.length < maxExceeded &&
      !this.exceeded.some((each) => each.limit === limit && path.length === 0)
    ) {
      this.exceeded.push({ limit, actual, most, ...(path.length > 0 && { path }) });
    }
    return false;
  }

  /**
   * Returns whether to stop measuring. An evaluator stops compiling patterns of a definition that it will not serve. For the author of
   * a definition the excess is measured further, so that they can reduce it step by step.
   */
  hasEnough(): boolean {
    const isOfNoUse = this.factor > 1 && this.programs > limits.patternPrograms * this.factor;
    return isOfNoUse || this.exceeded.length >= maxExceeded;
  }

  boundSearch(allowance: SearchAllowance): void {
    const length = findMaxSearchedLength(this.searchCost, allowance);
    this.maxSearchedLength = length;
    this.cost += length * this.searchCost;
    if (length >= limits.shortestSearchedText) return;
    const limit = allowance === featureSearch ? 'featureSearchCost' : 'segmentSearchCost';
    this.exceeded.push({
      limit,
      actual: Math.ceil(this.searchCost * limits.shortestSearchedText),
      most: limits[limit],
    });
  }

  result(): DefinitionMeasure {
    const { cost, longKeyCost, rules, groups, conditions, operands, maxSearchedLength, exceeded, patterns } =
      this;
    return {
      cost: Math.ceil(cost),
      longKeyCost,
      rules,
      groups,
      conditions,
      operands,
      maxSearchedLength,
      segments: [...this.segments],
      exceeded,
      patterns,
    };
  }
}
