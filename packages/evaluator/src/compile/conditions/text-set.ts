/** Tests whether a text begins with, ends with or contains one of many operands. */
export type TextTest = (text: string) => boolean;

/** Up to this number, comparing one by one is faster than a binary search. */
const operandsWorthSorting = 4;

/**
 * Tests the beginning of a text. It sorts the operands and drops those that begin with another one, so that only the greatest
 * operand that is not above a text can be its beginning.
 */
export function beginsWithAny(operands: readonly string[]): TextTest {
  if (operands.length <= operandsWorthSorting)
    return anyOneByOne(operands, (text, operand) => text.startsWith(operand));
  const sorted = withoutExtensions(operands.toSorted(compareTexts), (longer, operand) =>
    longer.startsWith(operand),
  );
  return (text) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as string) <= text) low = middle + 1;
      else high = middle;
    }
    return low > 0 && text.startsWith(sorted[low - 1] as string);
  };
}

/** Tests the end of a text in the same way. */
export function endsWithAny(operands: readonly string[]): TextTest {
  if (operands.length <= operandsWorthSorting)
    return anyOneByOne(operands, (text, operand) => text.endsWith(operand));
  const sorted = withoutExtensions(operands.toSorted(compareFromEnd), (longer, operand) =>
    longer.endsWith(operand),
  );
  return (text) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareFromEnd(sorted[middle] as string, text) <= 0) low = middle + 1;
      else high = middle;
    }
    return low > 0 && text.endsWith(sorted[low - 1] as string);
  };
}

function anyOneByOne(
  operands: readonly string[],
  compare: (text: string, operand: string) => boolean,
): TextTest {
  return (text) => {
    for (let index = 0; index < operands.length; index++) {
      if (compare(text, operands[index] as string)) return true;
    }
    return false;
  };
}

/** Removes operands that begin with an earlier operand: the earlier one matches whenever they do. */
function withoutExtensions(
  sorted: readonly string[],
  extendsOther: (longer: string, operand: string) => boolean,
): readonly string[] {
  const kept: string[] = [];
  for (const operand of sorted) {
    const last = kept.at(-1);
    if (last === undefined || !extendsOther(operand, last)) kept.push(operand);
  }
  // Copied, because an array that grew keeps spare capacity.
  return kept.slice();
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Compares code units from the last to the first. */
function compareFromEnd(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let back = 1; back <= shorter; back++) {
    const order = left.charCodeAt(left.length - back) - right.charCodeAt(right.length - back);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
