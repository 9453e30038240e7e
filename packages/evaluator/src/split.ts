import { bucketCount } from './bucket.ts';
import { thousandthsOf } from './rollout.ts';
import { everyOf, listOf, recordOf } from './compile/stored.ts';

/** One share of a split: the buckets below `end` and above the previous share. */
interface Share {
  readonly end: number;
  /** The index of a variation of the feature. */
  readonly variation: number;
}

/** Shares in stored order; the last share ends at 100,000. */
export type Split = readonly Share[];

/** Compiles a split; `undefined` unless all weights are whole thousandths and add up to exactly 100 %. */
export function compileSplit(
  stored: unknown,
  variationIndexOf: (slug: unknown) => number | undefined,
): Split | undefined {
  let end = 0;
  const shares = everyOf(listOf(stored) ?? [undefined], (entry) => {
    const share = recordOf(entry);
    const weight = thousandthsOf(share?.['weight']);
    const variation = variationIndexOf(share?.['variation']);
    if (weight === undefined || !Number.isInteger(weight) || variation === undefined) return undefined;
    end += weight;
    return { end, variation };
  });
  return end === bucketCount ? shares : undefined;
}

export function variationOfBucket(split: Split, bucket: number): number {
  let index = 0;
  while (bucket >= (split[index] as Share).end) index++;
  return (split[index] as Share).variation;
}

/** Returns the variation that has every bucket; `undefined` = there are several. */
export function onlyVariation(split: Split): number | undefined {
  let from = 0;
  let only: number | undefined;
  for (const { end, variation } of split) {
    if (end > from && only !== undefined && variation !== only) return undefined;
    if (end > from) only = variation;
    from = end;
  }
  return only;
}
