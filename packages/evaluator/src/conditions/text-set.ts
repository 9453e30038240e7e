/** Whether any of some texts begins, ends or lies in another one. */
export type TextTest = (text: string) => boolean;

/** Up to here, comparing one by one is faster than a search. */
const OPERANDS_WORTH_SORTING = 4;

/** Of operands sorted, those that begin with no other one; then none but the greatest that is not above a text can begin it. */
export function beginsWithAny(operands: readonly string[]): TextTest {
  if (operands.length <= OPERANDS_WORTH_SORTING)
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

/** The same, read from the end. */
export function endsWithAny(operands: readonly string[]): TextTest {
  if (operands.length <= OPERANDS_WORTH_SORTING)
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

/** What extends an operand before it adds nothing: whatever it holds for, that one holds for. */
function withoutExtensions(
  sorted: readonly string[],
  extendsOther: (longer: string, operand: string) => boolean,
): readonly string[] {
  const kept: string[] = [];
  for (const operand of sorted) {
    const last = kept.at(-1);
    if (last === undefined || !extendsOther(operand, last)) kept.push(operand);
  }
  // A copy, for an array that grew keeps room to grow.
  return kept.slice();
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** By code units from the last to the first. */
function compareFromEnd(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let back = 1; back <= shorter; back++) {
    const order = left.charCodeAt(left.length - back) - right.charCodeAt(right.length - back);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
