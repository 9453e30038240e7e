import type { JsonValue } from './definition.ts';

/** contract §4.1. Its two defensive reasons, feature_deleted and feature_archived, are never given. */
export type Reason =
  | 'targeting_rule_matched'
  | 'self_targeting_override'
  | 'default_variation'
  | 'no_rule_matched'
  | 'feature_complete'
  | 'targeting_disabled'
  | 'variable_not_found';

/** What is answered for one variable. Immutable, and shared between requests. */
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

export function createEvaluation(parts: Omit<Evaluation, 'text'>): Evaluation {
  return new RenderedOnDemand(parts);
}

class RenderedOnDemand implements Evaluation {
  readonly key: string;
  readonly value: JsonValue;
  readonly variation: string | null;
  readonly reason: Reason;
  readonly feature: string | null;
  readonly variableId: string | null;
  readonly variationId: string | null;
  private rendered: string | undefined = undefined;

  constructor(parts: Omit<Evaluation, 'text'>) {
    this.key = parts.key;
    this.value = parts.value;
    this.variation = parts.variation;
    this.reason = parts.reason;
    this.feature = parts.feature;
    this.variableId = parts.variableId;
    this.variationId = parts.variationId;
  }

  get text(): string {
    return (this.rendered ??= render(this));
  }
}

function render({ key, value, variation, reason, feature }: Evaluation): string {
  return JSON.stringify({ key, value, variation, reason, feature }).slice(0, -1);
}
