/** The error of re2js for a text that is no pattern: its kind, and the part of the pattern that it is about. */
interface SyntaxError {
  readonly error: string;
  readonly input: string | null;
}

/** Syntax of other engines that RE2 lacks because its time would not be linear, by its beginning. The first that fits is named. */
const unsupported: readonly (readonly [begins: RegExp, name: string])[] = [
  [/^\(\?=/, 'look-ahead'],
  [/^\(\?!/, 'negative look-ahead'],
  [/^\(\?<=/, 'look-behind'],
  [/^\(\?<!/, 'negative look-behind'],
  [/^\(\?>/, 'an atomic group'],
  [/^\(\?\(/, 'a conditional'],
  [/^\(\?#/, 'a comment'],
  [/^\(\?\|/, 'a branch reset'],
  [/^\(\?~/, 'an absent group'],
  [/^\(\?(?:P>|&|R|[+-]?\d)/, 'recursion'],
  [/^\(\?P=/, 'a back-reference'],
  [/^\\(?:[1-9]|[gk])/, 'a back-reference'],
  [/^(?:[*+?]|\{\d+(?:,\d*)?\})\+$/, 'a possessive quantifier'],
];

const maxShown = 20;

/** Returns the syntax problem, to follow a colon: `look-ahead, "(?=", is not supported`. */
export function syntaxProblem(source: string, { error, input }: SyntaxError): string {
  // re2js says `(?P` alone of what is none of its named groups.
  const part = input === '(?P' ? (/\(\?P[^<]/.exec(source)?.[0] ?? input) : (input ?? '');
  const found = unsupported.find(([begins]) => begins.test(part));
  if (found !== undefined) return `${found[1]}, "${beginOf(part)}", is not supported`;
  const shown = `"${part.length <= maxShown ? part.toWellFormed() : `${part.slice(0, maxShown).toWellFormed()}…`}"`;
  switch (error) {
    case 'missing closing )':
      return 'a "(" is not closed';
    case 'unexpected )':
      return 'a ")" closes nothing';
    case 'missing closing ]':
      return `a "[" is not closed: ${shown}`;
    case 'trailing backslash at end of expression':
      return 'nothing follows the last backslash';
    case 'missing argument to repetition operator':
      return `${shown} has nothing to repeat`;
    case 'invalid nested repetition operator':
      return `one repetition follows another: ${shown}`;
    case 'invalid repeat count':
      return `${shown} isn't a count from 0 to 1,000, or the first is greater than the second`;
    case 'invalid character class range':
      return `${shown} isn't a class or a range of characters`;
    case 'duplicate capture group name':
      return `two groups have the name ${shown}`;
    case 'invalid escape sequence':
      return part === '\\u'
        ? 'the escape "\\u" is not supported: write "\\x{…}"'
        : `the escape ${shown} is not supported`;
    case 'invalid named capture':
      return `${shown} isn't a named group: write "(?P<name>…)"`;
    case 'invalid or unsupported Perl syntax':
      return part.startsWith("(?'")
        ? `${shown} isn't a named group: write "(?P<name>…)"`
        : `${shown} is not supported: flags are i, m, s and U`;
    default:
      return 'invalid syntax';
  }
}

/**
 * Returns the beginning of a construct, which is enough to recognise it: re2js adds the rest of the pattern to some.
 */
function beginOf(part: string): string {
  return /^\(\?(?:<?[=!]|P.|.)/.exec(part)?.[0] ?? part;
}
