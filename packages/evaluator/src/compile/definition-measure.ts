import type { InternPool } from './intern-pool.ts';
import { featureSearch, maxSearchedLengthOf } from './cost.ts';
import type { SearchAllowance } from './cost.ts';
import { limits } from './limits.ts';
import type { Limit, LimitExceeded } from './limits.ts';
import type { Pattern } from '../patterns/pattern.ts';

/** What a definition costs at worst, and what of it is beyond the limits. */
export interface DefinitionMeasure {
  /** Nanoseconds, those of the segments that it names included. */
  readonly cost: number;
  readonly rules: number;
  readonly groups: number;
  readonly conditions: number;
  readonly operands: number;
  /** The longest text that its searching conditions look at; `undefined` = it has none. */
  readonly maxSearchedLength: number | undefined;
  /** Lower-cased slugs of the segments that it names, each once. */
  readonly segments: readonly string[];
  /** Empty = within all limits. At most `maxExceeded` are told. */
  readonly exceeded: readonly LimitExceeded[];
  /** Keeps compiled patterns in the catalogue while somebody is at work. */
  readonly patterns: readonly Pattern[];
}

/** Enough to tell what is wrong; a hostile definition has more. */
const maxExceeded = 20;

/**
 * An evaluator goes on with what an older release stored, as long as it does not take too long: its counts may be so many times
 * what the limits let anybody write, and are bounded at all because they are compiled.
 */
export const evaluatorsFactor = 4;

/** What an evaluation costs has one limit, whoever asks. */
const limitsOfCost: ReadonlySet<Limit> = new Set(['featureCost', 'segmentCost']);

export type Path = readonly (string | number)[];

/** What has been counted so far. */
export class MeasureTotals {
  cost = 0;
  rules = 0;
  groups = 0;
  conditions = 0;
  operands = 0;
  programs = 0;
  /** Nanoseconds a character. */
  searchCost = 0;
  maxSearchedLength: number | undefined = undefined;
  readonly segments = new Set<string>();
  readonly bucketedBy = new Set<unknown>();
  readonly patterns: Pattern[] = [];
  readonly exceeded: LimitExceeded[] = [];
  readonly internPool: Pick<InternPool, 'patternOf'>;
  private readonly factor: number;

  constructor(internPool: Pick<InternPool, 'patternOf'>, factor = 1) {
    this.internPool = internPool;
    this.factor = factor;
  }

  /** False if it is more. */
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
   * Whether there is nothing more to be told. An evaluator compiles no further pattern of what it will not serve; whoever writes a
   * definition learns by how much it is beyond, so that it can become better step by step.
   */
  hasEnough(): boolean {
    const isOfNoUse = this.factor > 1 && this.programs > limits.patternPrograms * this.factor;
    return isOfNoUse || this.exceeded.length >= maxExceeded;
  }

  boundSearch(allowance: SearchAllowance): void {
    const length = maxSearchedLengthOf(this.searchCost, allowance);
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
    const { cost, rules, groups, conditions, operands, maxSearchedLength, exceeded, patterns } = this;
    return {
      cost: Math.ceil(cost),
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
