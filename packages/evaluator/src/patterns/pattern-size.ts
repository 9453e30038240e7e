/**
 * Estimates the number of instructions of a pattern from its text alone. Compiling a hundred characters such as fourteen times `.{1000}`
 * would take long and much memory. The estimate is an upper bound, except for letters with several case variants.
 */
export function estimatedSize(source: string): number {
  const groups: { total: number; last: number; marks: number }[] = [];
  let total = 1;
  let last = 0;
  const addAtom = (size: number): void => {
    total += size;
    last = size;
  };
  let index = 0;
  while (index < source.length) {
    const character = source[index] as string;
    if (character === '\\') {
      const [length, size] = readEscape(source, index);
      index += length;
      addAtom(size);
    } else if (character === '[') {
      index = endOfClass(source, index);
      addAtom(1);
    } else if (character === '(') {
      groupOpening.lastIndex = index;
      const opening = groupOpening.exec(source)?.[0] ?? '(';
      index += opening.length;
      // Flags alone, such as `(?i)`.
      if (opening.endsWith(')')) continue;
      groups.push({ total, last, marks: opening.endsWith(':') ? 0 : 2 });
      [total, last] = [0, 0];
    } else if (character === ')') {
      const outer = groups.pop() ?? { total: 0, last: 0, marks: 0 };
      const size = total + outer.marks;
      total = outer.total;
      addAtom(size);
      index++;
    } else if (character === '|') {
      total++;
      last = 0;
      index++;
    } else if (character === '*' || character === '+' || character === '?') {
      total++;
      last++;
      index++;
    } else if (character === '{') {
      repeat.lastIndex = index;
      const match = repeat.exec(source);
      if (match === null) {
        addAtom(1);
        index++;
        continue;
      }
      const size = repeatedSize(last, match[1] as string, match[2]);
      total += size - last;
      last = size;
      index += match[0].length;
    } else {
      addAtom(1);
      index++;
    }
  }
  return groups.reduce((sum, outer) => sum + outer.total, total);
}

/** Returns the size of a repetition. The library itself refuses more than 1,000 repetitions. */
function repeatedSize(size: number, least: string, most: string | undefined): number {
  const [from, to] = [Number(least), most === undefined || most === '' ? Number(least) : Number(most)];
  if (from > 1_000 || to > 1_000) return size;
  if (most === '') return Math.max(1, from) * size + 1;
  return from * size + Math.max(0, to - from) * (size + 1);
}

const groupOpening = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*[:)]))?/y;
const repeat = /\{(\d{1,4})(?:,(\d{0,4}))?\}/y;
const escape = /\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|x[\da-f]{2}|[0-7]{1,3}|.)/suy;

/** Returns the characters of the pattern and the atoms of the program. */
function readEscape(source: string, index: number): readonly [length: number, size: number] {
  if (source.startsWith('\\Q', index)) {
    const end = source.indexOf('\\E', index);
    const length = (end === -1 ? source.length : end) - index - 2;
    return [length + (end === -1 ? 2 : 4), length];
  }
  escape.lastIndex = index;
  const text = escape.exec(source)?.[0] ?? '\\';
  // Building a class of many ranges takes as long as building many instructions.
  return [text.length, text.length > 1 && /[pP]/.test(text[1] as string) ? 10 : 1];
}

function endOfClass(source: string, start: number): number {
  let index = start + 1;
  if (source[index] === '^') index++;
  // A closing bracket in the first position is a member of the class.
  if (source[index] === ']') index++;
  while (index < source.length && source[index] !== ']') {
    if (source[index] === '\\') index++;
    else if (source.startsWith('[:', index)) {
      const end = source.indexOf(':]', index);
      if (end !== -1) index = end + 1;
    }
    index++;
  }
  return index + 1;
}
