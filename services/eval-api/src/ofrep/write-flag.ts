import type { Evaluation } from '@bunting/evaluator';
import { quote } from '../quote.ts';

/**
 * Writes the JSON of an OFREP evaluation (docs/reference/sdks.md). `key` as requested. Without a value the provider returns the fallback in the
 * code: `null` is never sent, because clients take it for a value of a wrong type. `variantOfNothing`: one widely used client fails without
 * `variant` where one flag is requested.
 */
export function writeFlag(
  key: string,
  evaluation: Evaluation,
  trace: string | undefined,
  variantOfNothing: '' | undefined,
): string {
  const { valueText, variation, feature, reason } = evaluation;
  const variant = variation ?? variantOfNothing;
  let text = `{"key":${quote(key)}`;
  if (valueText !== 'null') text += `,"value":${valueText}`;
  text += `,"reason":"${toOfrepReason(evaluation)}"`;
  if (variant !== undefined) text += `,"variant":${quote(variant)}`;
  text += `,"metadata":{"feature":${quote(feature ?? '')},"reason":"${reason}"`;
  return trace === undefined ? `${text}}}` : `${text},"evaluation_trace":"${trace}"}}`;
}

/** Returns one of the reasons that the protocol has. */
export function toOfrepReason({ reason, split, variation }: Evaluation): string {
  switch (reason) {
    case 'targeting_rule_matched':
      return split ? 'SPLIT' : 'TARGETING_MATCH';
    case 'self_targeting_override':
      return 'TARGETING_MATCH';
    case 'targeting_disabled':
      return 'DISABLED';
    case 'no_rule_matched':
      return 'DEFAULT';
    default:
      // No default is set: the code's own one is used.
      return variation === null ? 'DEFAULT' : 'STATIC';
  }
}
