import { readEvery, asList, asRecord } from '../definition/stored.ts';
import type { Split } from '../model/split.ts';
import { bucketCount } from '../values/bucket.ts';
import { toThousandths } from './compile-rollout.ts';

/** Compiles a split; `undefined` unless all weights are whole thousandths and add up to exactly 100 %. */
export function compileSplit(
  stored: unknown,
  variationIndexOf: (slug: unknown) => number | undefined,
): Split | undefined {
  let end = 0;
  const shares = readEvery(asList(stored) ?? [undefined], (entry) => {
    const share = asRecord(entry);
    const weight = toThousandths(share?.['weight']);
    const variation = variationIndexOf(share?.['variation']);
    if (weight === undefined || !Number.isInteger(weight) || variation === undefined) return undefined;
    end += weight;
    return { end, variation };
  });
  return end === bucketCount ? shares : undefined;
}
