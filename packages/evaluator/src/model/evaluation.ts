import type { JsonValue } from '../definition/definition.ts';
import { getStoredJson, parseStoredValue, type StoredValue } from './stored-value.ts';

/** Contract §4.1. Its two defensive reasons, feature_deleted and feature_archived, are not among them: no evaluation has them. */
export const reasons = [
  'targeting_rule_matched',
  'self_targeting_override',
  'default_variation',
  'no_rule_matched',
  'feature_complete',
  'targeting_disabled',
  'variable_not_found',
] as const;

export type Reason = (typeof reasons)[number];

/** The result for one variable. Immutable, and shared between requests. */
export interface Evaluation {
  /** The decision as a number (decision.ts). */
  readonly decision: number;
  readonly key: string;
  readonly value: JsonValue;
  readonly variation: string | null;
  readonly reason: Reason;
  /** Buckets decided: the rule that served has a split or a rollout. No part of `text`. */
  readonly split: boolean;
  readonly feature: string | null;
  readonly variableId: string | null;
  readonly variationId: string | null;
  /** The variable result as JSON (contract §2.3), up to but without the closing brace. */
  readonly text: string;
  /** The value as JSON. */
  readonly valueText: string;
}

/** Longer results are concatenated for each answer from the value's text, which is stored once. */
const longestTextKept = 1_024;

/** Bytes of a text in memory: its header, and the pieces from which V8 put it together. */
const textOverheadBytes = 48;

/** Bytes of an object with the members of `RenderedOnDemand`. */
export const evaluationBytes = 128;

export interface EvaluationParts extends Omit<Evaluation, 'text' | 'value' | 'valueText'> {
  readonly value: StoredValue;
  /** True if a text `value` is JSON. */
  readonly isJson: boolean;
}

/** Number of bytes that the finished evaluations of a feature may still take. */
export interface CacheBudget {
  bytes: number;
}

/** An evaluation that is kept, in a list of those of one variation with other reasons. */
export interface CachedEvaluation extends Evaluation {
  next: CachedEvaluation | undefined;
}

/**
 * Creates an evaluation that caches its text within the budget. Without `budget` the evaluation itself is for one
 * answer.
 */
export function createEvaluation(parts: EvaluationParts, budget?: CacheBudget): CachedEvaluation {
  return new RenderedOnDemand(parts, budget);
}

class RenderedOnDemand implements CachedEvaluation {
  readonly decision: number;
  readonly key: string;
  readonly variation: string | null;
  readonly reason: Reason;
  readonly split: boolean;
  readonly feature: string | null;
  readonly variableId: string | null;
  readonly variationId: string | null;
  private readonly stored: StoredValue;
  private readonly isJson: boolean;
  private rendered: string | undefined = undefined;
  private readonly budget: CacheBudget | undefined;
  next: CachedEvaluation | undefined = undefined;

  constructor(parts: EvaluationParts, budget: CacheBudget | undefined) {
    this.decision = parts.decision;
    this.key = parts.key;
    this.stored = parts.value;
    this.isJson = parts.isJson;
    this.variation = parts.variation;
    this.reason = parts.reason;
    this.split = parts.split;
    this.feature = parts.feature;
    this.variableId = parts.variableId;
    this.variationId = parts.variationId;
    this.budget = budget;
  }

  get value(): JsonValue {
    return parseStoredValue(this.stored, this.isJson);
  }

  get valueText(): string {
    return getStoredJson(this.stored, this.isJson);
  }

  get text(): string {
    if (this.rendered !== undefined) return this.rendered;
    const text = this.render();
    if (text.length <= longestTextKept && this.fits(text)) this.rendered = text;
    return text;
  }

  private fits(text: string): boolean {
    // An evaluation that is not cached is dropped with its text.
    return this.budget === undefined || spend(this.budget, textBytes(text));
  }

  private render(): string {
    const { key, stored, isJson, variation, reason, feature } = this;
    const rest = JSON.stringify({ variation, reason, feature }).slice(1, -1);
    return `{"key":${JSON.stringify(key)},"value":${getStoredJson(stored, isJson)},${rest}`;
  }
}

export function spend(budget: CacheBudget, bytes: number): boolean {
  if (budget.bytes < bytes) return false;
  budget.bytes -= bytes;
  return true;
}

// oxlint-disable-next-line no-control-regex -- what V8 keeps in one byte a character
const oneByteText = /^[\0-\xff]*$/;

function textBytes(text: string): number {
  return textOverheadBytes + (oneByteText.test(text) ? text.length : 2 * text.length);
}
