import { readEvery } from '../../definition/stored.ts';
import type { Condition } from '../../model/condition.ts';
import { parseIpRange } from '../../values/ip-address.ts';
import { isInRanges, joinRanges } from '../../values/ip-ranges.ts';
import type { ConditionParts } from './condition-parts.ts';

/** Compiles `in_cidr` and `not_in_cidr`. */
export function compileAddressRange(parts: ConditionParts, expected: boolean): Condition | undefined {
  const { attribute } = parts;
  const read = readEvery(parts.values, (value) =>
    typeof value === 'string' ? parseIpRange(value) : undefined,
  );
  if (read === undefined || read.length === 0) return undefined;
  const ranges = joinRanges(read);
  return {
    test: (context) => {
      const value = context.valueOf(attribute);
      const address = typeof value === 'string' ? context.addressOf(value) : undefined;
      return address !== undefined && isInRanges(ranges, address) === expected;
    },
    cost: 100,
  };
}
