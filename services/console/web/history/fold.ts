/** JSON of one side of a change, with what the other side has alike folded to a line that says how many parts it was. */
export function folded(value: unknown, other: unknown): string {
  return linesOf(value, other, '').join('\n');
}

const step = '  ';

function linesOf(value: unknown, other: unknown, indent: string): string[] {
  if (isObject(value) && isObject(other)) {
    const parts = Object.entries(value).map(([name, part]) => ({
      label: `${JSON.stringify(name)}: `,
      part,
      isSame: Object.hasOwn(other, name) && isSame(part, other[name]),
      beside: other[name],
    }));
    return wrapped('{', '}', parts, indent);
  }
  if (Array.isArray(value) && Array.isArray(other)) return wrapped('[', ']', pairs(value, other), indent);
  return JSON.stringify(value, undefined, 2)
    .split('\n')
    .map((line, index) => (index === 0 ? line : indent + line));
}

interface Part {
  readonly label: string;
  readonly part: unknown;
  readonly isSame: boolean;
  /** What the other side has there. */
  readonly beside: unknown;
}

/** Elements that both lists begin or end with are alike; those between are compared one by one where there are as many. */
function pairs(value: readonly unknown[], other: readonly unknown[]): Part[] {
  const shorter = Math.min(value.length, other.length);
  let first = 0;
  while (first < shorter && isSame(value[first], other[first])) first += 1;
  let last = 0;
  while (last < shorter - first && isSame(value.at(-1 - last), other.at(-1 - last))) last += 1;
  const isAligned = value.length === other.length;
  return value.map((part, index) => {
    const isOutside = index < first || index >= value.length - last;
    const beside = isAligned ? other[index] : undefined;
    return { label: '', part, isSame: isOutside || (isAligned && isSame(part, beside)), beside };
  });
}

function wrapped(begin: string, end: string, parts: readonly Part[], indent: string): string[] {
  const lines: string[] = [];
  let alike = 0;
  const flush = () => {
    if (alike > 0) lines.push(`${indent}${step}… ${alike} alike`);
    alike = 0;
  };
  for (const { label, part, isSame: isAlike, beside } of parts) {
    if (isAlike) {
      alike += 1;
      continue;
    }
    flush();
    const [head, ...rest] = linesOf(part, beside, indent + step);
    lines.push(`${indent}${step}${label}${head}`, ...rest);
  }
  flush();
  return lines.length === 0 ? [begin + end] : [begin, ...lines, indent + end];
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
