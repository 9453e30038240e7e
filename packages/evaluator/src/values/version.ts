/** The parts of a version without its build metadata, which does not affect precedence. */
export interface Version {
  /** Major, minor and patch, without leading zeros, of any length. */
  readonly numbers: readonly string[];
  /** The identifiers of the pre-release; empty for a release. */
  readonly identifiers: readonly string[];
}

const pattern =
  /^[vV]?(0|[1-9]\d*)(?:\.(0|[1-9]\d*)(?:\.(0|[1-9]\d*)(?:-([\dA-Za-z.-]+))?(?:\+([\dA-Za-z.-]+))?)?)?$/;
const digits = /^\d+$/;

/**
 * Parses SemVer 2.0.0, whose numbers have any length, except that missing ones read as zero: `1` and `1.2` are `1.0.0` and `1.2.0`, and that
 * one leading `v` or `V`, as in a git tag, is ignored. Strict otherwise: no blanks, no leading zeros, no pre-release without all three
 * numbers.
 */
export function parseVersion(text: string): Version | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, major = '0', minor = '0', patch = '0', preRelease, build] = match;
  if (build?.split('.').includes('')) return undefined;
  const identifiers = preRelease?.split('.') ?? [];
  return identifiers.every(isIdentifier) ? { numbers: [major, minor, patch], identifiers } : undefined;
}

/** Compares two versions; returns a negative number, zero or a positive number. */
export function compareVersions(left: Version, right: Version): number {
  for (let index = 0; index < 3; index++) {
    const order = compareDigits(left.numbers[index] as string, right.numbers[index] as string);
    if (order !== 0) return order;
  }
  // A release comes after its pre-releases.
  if (left.identifiers.length === 0 || right.identifiers.length === 0) {
    return right.identifiers.length - left.identifiers.length;
  }
  const shorter = Math.min(left.identifiers.length, right.identifiers.length);
  for (let index = 0; index < shorter; index++) {
    const identifier = left.identifiers[index] as string;
    const facing = right.identifiers[index] as string;
    if (identifier !== facing) return compareIdentifiers(identifier, facing);
  }
  return left.identifiers.length - right.identifiers.length;
}

/** Formats a version. Equal versions have equal texts. */
export function formatVersion({ numbers, identifiers }: Version): string {
  return identifiers.length === 0 ? numbers.join('.') : `${numbers.join('.')}-${identifiers.join('.')}`;
}

function isIdentifier(text: string): boolean {
  return text !== '' && !(text.length > 1 && text.startsWith('0') && digits.test(text));
}

/** Compares identifiers; numeric ones are lower than alphanumeric ones. */
function compareIdentifiers(left: string, right: string): number {
  const [isNumber, isOtherNumber] = [digits.test(left), digits.test(right)];
  if (isNumber && isOtherNumber) return compareDigits(left, right);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return compareTexts(left, right);
}

function compareDigits(left: string, right: string): number {
  return left.length === right.length ? compareTexts(left, right) : left.length - right.length;
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
