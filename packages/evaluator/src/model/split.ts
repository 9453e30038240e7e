/** One share of a split: the buckets below `end` and above the previous share. */
interface Share {
  readonly end: number;
  /** The index of a variation of the feature. */
  readonly variation: number;
}

/** Shares in stored order; the last share ends at 100,000. */
export type Split = readonly Share[];

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
