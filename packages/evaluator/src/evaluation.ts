import type { JsonValue } from './definition.ts';
import { jsonOf, valueOf } from './compile/stored-value.ts';
import type { StoredValue } from './compile/stored-value.ts';

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
  readonly key: string;
  readonly value: JsonValue;
  readonly variation: string | null;
  readonly reason: Reason;
  readonly feature: string | null;
  readonly variableId: string | null;
  readonly variationId: string | null;
  /** The variable result as JSON (contract §2.3), up to but without the closing brace. */
  readonly text: string;
}

/** Longer results are concatenated for each answer from the value's text, which is stored once. */
const LONGEST_TEXT_KEPT = 1_024;

export interface EvaluationParts extends Omit<Evaluation, 'text' | 'value'> {
  readonly value: StoredValue;
}

export function createEvaluation(parts: EvaluationParts): Evaluation {
  return new RenderedOnDemand(parts);
}

class RenderedOnDemand implements Evaluation {
  readonly key: string;
  readonly variation: string | null;
  readonly reason: Reason;
  readonly feature: string | null;
  readonly variableId: string | null;
  readonly variationId: string | null;
  private readonly stored: StoredValue;
  private rendered: string | undefined = undefined;

  constructor(parts: EvaluationParts) {
    this.key = parts.key;
    this.stored = parts.value;
    this.variation = parts.variation;
    this.reason = parts.reason;
    this.feature = parts.feature;
    this.variableId = parts.variableId;
    this.variationId = parts.variationId;
  }

  get value(): JsonValue {
    return valueOf(this.stored);
  }

  get text(): string {
    if (this.rendered !== undefined) return this.rendered;
    const text = this.render();
    if (text.length <= LONGEST_TEXT_KEPT) this.rendered = text;
    return text;
  }

  private render(): string {
    const { key, stored, variation, reason, feature } = this;
    const rest = JSON.stringify({ variation, reason, feature }).slice(1, -1);
    return `{"key":${JSON.stringify(key)},"value":${jsonOf(stored)},${rest}`;
  }
}
