import { allIpv4, type IpAddress, type IpRange } from './ip-address.ts';

/** Sorted, disjoint ranges as one text: for each, the eight groups of its first address and of its last one. */
export type IpRanges = string;

const groupCount = 8;

export function joinRanges(ranges: readonly IpRange[]): IpRanges {
  const sorted = ranges
    .flatMap(partsOf)
    .toSorted((left, right) => (left.first < right.first ? -1 : left.first > right.first ? 1 : 0));
  const joined: string[] = [];
  let [first, last] = ['', ''];
  for (const range of sorted) {
    if (last !== '' && range.first <= last) {
      if (range.last > last) last = range.last;
      continue;
    }
    joined.push(first, last);
    ({ first, last } = range);
  }
  joined.push(first, last);
  return joined.join('');
}

/**
 * Splits a range of IPv6, which contains no IPv4 address, into its parts before and after the block of IPv4-mapped
 * addresses.
 */
function partsOf(range: IpRange): readonly IpRange[] {
  const { first, last } = range;
  if (range.isIpv4 || last < allIpv4.first || first > allIpv4.last) return [range];
  const parts = [
    { first, last: '\0\0\0\0\0\ufffe\uffff\uffff', isIpv4: false },
    { first: '\0\0\0\0\u0001\0\0\0', last, isIpv4: false },
  ];
  // The block may be where the range begins or ends.
  return parts.filter((part) => part.first <= part.last);
}

export function isInRanges(ranges: IpRanges, address: IpAddress): boolean {
  let low = 0;
  let high = ranges.length / (2 * groupCount);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareAt(ranges, middle * 2 * groupCount, address);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low > 0 && compareAt(ranges, (2 * low - 1) * groupCount, address) >= 0;
}

function compareAt(ranges: IpRanges, offset: number, address: IpAddress): number {
  for (let group = 0; group < groupCount; group++) {
    const order = ranges.charCodeAt(offset + group) - address.charCodeAt(group);
    if (order !== 0) return order;
  }
  return 0;
}
