import { readEvery, asList, asRecord, asText } from '../definition/stored.ts';
import type { Rollout, Stage } from '../model/rollout.ts';
import { parseInstant } from '../values/instant.ts';

export function compileRollout(stored: unknown): Rollout | undefined {
  const rollout = asRecord(stored);
  if (rollout?.['stages'] == null) return toThousandths(rollout?.['percentage']);
  const stages = readEvery(asList(rollout['stages']) ?? [undefined], compileStage);
  return stages?.toSorted((left, right) => left.at - right.at);
}

/** Returns a percentage as the whole thousandths that it stands for: 33.3 is 33,300, whatever 33.3 × 1000 is. */
export function toThousandths(percentage: unknown): number | undefined {
  if (typeof percentage !== 'number' || !(percentage >= 0 && percentage <= 100)) return undefined;
  const thousandths = percentage * 1000;
  const whole = Math.round(thousandths);
  return Math.abs(thousandths - whole) < 1e-6 ? whole : thousandths;
}

function compileStage(stored: unknown): Stage | undefined {
  const stage = asRecord(stored);
  const at = parseInstant(asText(stage?.['at']) ?? '');
  const thousandths = toThousandths(stage?.['percentage']);
  return at === undefined || thousandths === undefined ? undefined : { at, thousandths };
}
