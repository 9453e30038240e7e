import type { LimitExceeded } from '@bunting/evaluator';

type Path = NonNullable<LimitExceeded['path']>;

/** Describes an exceeded limit: `has 1200 rules; at most 1000 are allowed`. */
export function describeLimit({ limit, actual, most, path = [] }: LimitExceeded): string {
  const [member] = path;
  // Without an index the path is that of the whole feature, which the subject of the sentence names.
  const where = path.some((part) => typeof part === 'number') ? ` at ${formatPath(path)}` : '';
  switch (limit) {
    case 'featureCost':
    case 'segmentCost':
      return `may take ${microseconds(actual)} to evaluate; at most ${microseconds(most)} are allowed: make conditions fewer or simpler`;
    case 'featureSearchCost':
    case 'segmentSearchCost':
      return `searches texts (contains, matches) with ${times(actual / most)} as much work as is allowed: make patterns and values fewer or shorter`;
    case 'patternProgram':
      return `has a pattern${where} that comes to ${actual} instructions; at most ${most} are allowed: repeat less`;
    case 'patternLength':
      return `has a pattern${where} of ${actual} characters; at most ${most} are allowed`;
    case 'operandLength':
      return `has a value${where} of ${actual} characters; at most ${most} are allowed`;
    case 'valueLength':
      return `has a value${where} of ${actual} characters as JSON; at most ${most} are allowed`;
    case 'fragmentLength':
    case 'segmentLength':
      return `comes to ${actual} characters as JSON; at most ${most} are allowed`;
    default:
      return `has ${actual} ${nouns[limit] ?? member ?? limit}${where}; at most ${most} are allowed`;
  }
}

const nouns: Readonly<Partial<Record<LimitExceeded['limit'], string>>> = {
  rules: 'rules',
  groups: 'groups of conditions',
  conditions: 'conditions',
  conditionOperands: 'values',
  operands: 'values in its conditions',
  splitParts: 'parts of a split',
  stages: 'stages of a rollout',
  bucketByNames: 'names to bucket by',
  bucketingAttributes: 'different attributes to bucket by',
  segmentsOfFeature: 'different segments named',
  variables: 'variables',
  variations: 'variations',
  overrides: 'overrides',
};

function microseconds(nanoseconds: number): string {
  return `${Math.ceil(nanoseconds / 1_000)} µs`;
}

function times(factor: number): string {
  return `${Math.ceil(factor * 10) / 10} times`;
}

/** `rules[3].any_of[0]`, without the document's own `targeting`. */
function formatPath(path: Path): string {
  const parts = path[0] === 'targeting' ? path.slice(1) : path;
  return parts
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}
