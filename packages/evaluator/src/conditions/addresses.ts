import { isInRange, parseIpRange } from '../ip-address.ts';
import { everyOf } from '../stored.ts';
import type { Condition, ConditionParts } from './condition.ts';

/** `in_cidr`, `not_in_cidr`. */
export function compileAddressRange(parts: ConditionParts, expected: boolean): Condition | undefined {
  const { attribute } = parts;
  const ranges = everyOf(parts.values, (value) =>
    typeof value === 'string' ? parseIpRange(value) : undefined,
  );
  if (ranges === undefined || ranges.length === 0) return undefined;
  return {
    test: (context) => {
      const value = context.valueOf(attribute);
      const address = typeof value === 'string' ? context.addressOf(value) : undefined;
      if (address === undefined) return false;
      for (const range of ranges) if (isInRange(address, range)) return expected;
      return !expected;
    },
    cost: 100,
  };
}
