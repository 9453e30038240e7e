import { collidingNumber } from './colliding.ts';
import { writePattern, templateNames } from './pattern-text.ts';
import { sizeIn, wordIn, type Shape } from './shape.ts';

/**
 * Returns rules whose conditions all have to be checked: no operand matches the users of `users.ts`, or all do, so that
 * nothing is decided early. Words: `of` (an operator, or another part of a rule), `fold`, `holder`. Dimensions: `rules`,
 * `conditions`, `operands`, `length` of an operand, `pattern`.
 */
export function createTargeting(shape: Shape): { targeting: object; anyOf: object[] } {
  const anyOf = Array.from({ length: Math.max(1, sizeIn(shape, 'conditions')) }, (_, n) => ({
    all_of: [conditionOf(shape, n)],
  }));
  const inSegment = [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['held'] }] }];
  const any_of = wordIn(shape, 'holder') === 'segment' ? inSegment : anyOf;
  const rules = Array.from({ length: Math.max(1, sizeIn(shape, 'rules')) }, () => ({
    name: 'fuzzed',
    any_of: isServing(shape) ? [] : any_of,
    ...servingOf(shape),
  }));
  return { targeting: { enabled: true, rules }, anyOf };
}

export const ruleWords = [
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'is',
  ...templateNames.map((name) => `matches ${name}`),
  ...templateNames.slice(0, 3).map((name) => `not_matches ${name}`),
  'eq',
  'gt',
  'semver_gt',
  'semver_eq',
  'before',
  'in_cidr',
  'not_in_cidr',
  'contains_any',
  'contains_all',
  'contains_none',
  'eq colliding',
  'neq colliding',
  'contains_any colliding',
  'contains_all colliding',
  'contains_none colliding',
  'bucket',
  'split',
  'stages',
] as const;

/** Returns small numbers, without dimensions that change nothing for these rules. */
export function axesFor(of: string): Record<string, number> {
  if (of === 'bucket') return { rules: 64 };
  if (of === 'split' || of === 'stages') return { rules: 4, operands: 16 };
  const several = { rules: 1, conditions: 8, operands: 64 };
  // Their operands are numbers.
  if (of.includes('colliding')) return several;
  if (of.includes('matches')) return { ...several, operands: 8, pattern: 12 };
  return /contains|starts|ends|is|semver/.test(of) ? { ...several, length: 4 } : several;
}

/** Returns whether the served part of a rule grows, not its conditions. */
function isServing(shape: Shape): boolean {
  return ['bucket', 'split', 'stages'].includes(wordIn(shape, 'of'));
}

function conditionOf(shape: Shape, condition: number): object {
  const [operator = 'is', template = ''] = wordIn(shape, 'of').split(' ');
  if (isServing(shape)) return { property: 'country', operator: 'is', values: ['XX'] };
  const count = Math.max(1, sizeIn(shape, 'operands'));
  const values = Array.from({ length: count }, (_, n) =>
    operandOf(operator, template, shape, condition * count + n),
  );
  const property = propertyOf(operator, template);
  const takesCase = /contains|starts|ends|is|matches/.test(operator);
  return {
    ...property,
    operator,
    values,
    ...(takesCase && wordIn(shape, 'fold') === 'yes' && { ignore_case: true }),
  };
}

function propertyOf(operator: string, template: string): object {
  if (template === 'colliding')
    return { property: 'custom', custom_key: operator.endsWith('eq') ? 'c' : 'l' };
  if (/cidr/.test(operator)) return { property: 'ip_address' };
  if (/contains_/.test(operator) && operator !== 'not_contains') return { property: 'audience' };
  if (/semver/.test(operator)) return { property: 'app_version' };
  return { property: 'custom', custom_key: { eq: 'n', gt: 'n', before: 'd' }[operator] ?? 't' };
}

/** Returns nearly the value of the users: it differs at its end, or at its beginning for `ends_with`. */
function operandOf(operator: string, template: string, shape: Shape, n: number): string | number {
  const long = 'a'.repeat(sizeIn(shape, 'length'));
  const mark = n.toString(36);
  if (template === 'colliding') return collidingNumber(n);
  if (template !== '') return writePattern(template, sizeIn(shape, 'pattern'), n);
  if (operator === 'eq' || operator === 'gt') return 1e9 + n + 0.5;
  if (operator.startsWith('semver')) return `9.${n}.0-${long}a`;
  if (operator === 'before') return new Date(n * 60_000).toISOString();
  if (operator.includes('cidr'))
    return n % 2 === 0
      ? `10.${(n >> 8) & 255}.${n & 255}.0/${17 + (n % 8)}`
      : `2001:db8:${mark2(n)}::/${48 + (n % 40)}`;
  return operator === 'ends_with' ? `${mark}b${long}` : `${long}b${mark}`;
}

function mark2(n: number): string {
  return (n & 0xffff).toString(16);
}

function servingOf(shape: Shape): object {
  const bucketBy = [`custom.${wordIn(shape, 'of') === 'bucket' ? 't' : 'u'}`];
  const count = Math.max(1, sizeIn(shape, 'operands'));
  switch (wordIn(shape, 'of')) {
    case 'bucket':
      return { rollout: { percentage: 0 }, serve: { variation: 'on', bucket_by: bucketBy } };
    case 'split': {
      const parts = Array.from({ length: Math.min(count, 100_000) }, () => ({ variation: 'on', weight: 0 }));
      return { rollout: { percentage: 0 }, serve: { split: [...parts, { variation: 'off', weight: 100 }] } };
    }
    case 'stages': {
      const stages = Array.from({ length: count }, (_, n) => ({
        at: new Date(n * 60_000).toISOString(),
        percentage: 0,
      }));
      return { rollout: { stages }, serve: { variation: 'on' } };
    }
    default:
      return { serve: { variation: 'on' } };
  }
}
