import type { LimitExceeded } from '@bunting/evaluator';

type Path = NonNullable<LimitExceeded['path']>;

/** Describes an exceeded limit: `has 1200 rules; the maximum is 1000`. */
export function describeLimit({ limit, actual, most, path = [] }: LimitExceeded): string {
  const [member] = path;
  // Without an index the path is that of the whole feature, which the subject of the sentence names.
  const where = path.some((part) => typeof part === 'number') ? ` at ${formatPath(path)}` : '';
  switch (limit) {
    case 'featureCost':
    case 'segmentCost':
      return `may take ${microseconds(actual)} to evaluate; the maximum is ${microseconds(most)}: use fewer or simpler conditions`;
    case 'featureSearchCost':
    case 'segmentSearchCost':
      return `searches text (contains, matches) at ${times(actual / most)} the allowed cost: use fewer or shorter patterns and values`;
    case 'patternProgram':
      return `has a pattern${where} with ${actual} instructions; the maximum is ${most}: use fewer repetitions`;
    case 'patternLength':
      return `has a pattern${where} of ${actual} characters; the maximum is ${most}`;
    case 'operandLength':
      return `has a value${where} of ${actual} characters; the maximum is ${most}`;
    case 'valueLength':
      return `has a value${where} of ${actual} characters as JSON; the maximum is ${most}`;
    case 'fragmentLength':
    case 'segmentLength':
      return `has ${actual} characters as JSON; the maximum is ${most}`;
    default:
      return `has ${actual} ${nouns[limit] ?? member ?? limit}${where}; the maximum is ${most}`;
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
  bucketByNames: 'bucketing attributes',
  bucketingAttributes: 'different bucketing attributes',
  segmentsOfFeature: 'different segments',
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

/** Formats a path such as `rules[3].any_of[0]`, without the document's own `targeting`. */
function formatPath(path: Path): string {
  const parts = path[0] === 'targeting' ? path.slice(1) : path;
  return parts
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}
