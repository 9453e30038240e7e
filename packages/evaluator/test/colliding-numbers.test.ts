import { describe, expect, it } from '@jest/globals';
import { collidingDoubles, collidingIntegers } from '@bunting/testing/numbers';
import { finish } from '../src/compile/steps.ts';
import { parseAttribute } from '../src/definition/attribute.ts';
import type { ConditionDefinition, Operator, RuleDefinition } from '../src/definition/definition.ts';
import {
  compileInSteps,
  createDatafile,
  createInternPool,
  evaluate,
  explain,
  measureFeature,
  readContext,
} from '../src/index.ts';
import { featureFragment } from './feature-fragment.ts';

const operandCount = 9_900;
const count = 3 * operandCount;
const kinds = [
  ['whole numbers', collidingIntegers(count)],
  ['doubles', collidingDoubles(count)],
] as const;
const spread = Array.from({ length: count }, (_, index) => index * 7_919);

describe.each(kinds)('%s that would fall into one bucket of a Set', (_name, colliding) => {
  /**
   * Expects the work to take about as long as with other numbers. A `Set` of so many takes more than a hundred milliseconds longer.
   */
  function expectCheap(work: (numbers: readonly number[]) => void): void {
    expect(cpuMsOf(() => work(colliding))).toBeLessThan(4 * cpuMsOf(() => work(spread)) + 20);
  }

  it.each<[Operator, (numbers: readonly number[]) => readonly number[] | number, boolean]>([
    ['eq', (numbers) => numbers[7]!, true],
    ['eq', (numbers) => numbers.at(-1)!, false],
    ['neq', (numbers) => numbers.at(-1)!, true],
    ['neq', (numbers) => numbers[7]!, false],
    ['gt', (numbers) => Math.max(...numbers) + 1e300, true],
    ['lte', (numbers) => Math.max(...numbers) + 1e300, false],
    ['contains_any', (numbers) => numbers.slice(-1_000), false],
    ['contains_any', (numbers) => [...numbers.slice(-999), numbers[7]!], true],
    ['contains_none', (numbers) => numbers.slice(-1_000), true],
    ['contains_none', (numbers) => [...numbers.slice(-999), numbers[7]!], false],
    ['contains_all', (numbers) => numbers.slice(-1_000), false],
  ])('cost %s little, compiled, evaluated and explained', (operator, givenIn, isMatch) => {
    const rulesOf = (numbers: readonly number[]) => [
      ruleOf([conditionOf(operator, numbers.slice(0, operandCount))]),
    ];
    expectCheap((numbers) => serve(rulesOf(numbers), { n: givenIn(numbers) }));
    expect(serve(rulesOf(colliding), { n: givenIn(colliding) })).toBe(isMatch);
    expectCheap((numbers) => {
      const document = featureFragment({ targeting: { enabled: true, rules: rulesOf(numbers) } });
      explain(
        [{ kind: 'feature', id: 'feature', document }],
        'flag',
        { custom_data: { n: givenIn(numbers) } },
        0,
      );
    });
  });

  it('cost contains_all little where the list has all operands', () => {
    const serveAll = (numbers: readonly number[]) =>
      serve([ruleOf([conditionOf('contains_all', numbers.slice(0, 900))])], { n: numbers.slice(0, 1_000) });
    expectCheap(serveAll);
    expect(serveAll(colliding)).toBe(true);
  });

  it('cost an index over the groups of many rules little, loaded and asked', () => {
    const rulesOf = (numbers: readonly number[]) =>
      Array.from({ length: 60 }, (_, index) =>
        ruleOf([conditionOf('eq', numbers.slice(330 * index, 330 * (index + 1)))]),
      );
    expectCheap((numbers) => serve(rulesOf(numbers), { n: numbers.at(-1)! }));
    expect(serve(rulesOf(colliding), { n: colliding.at(-1)! })).toBe(false);
    expect(serve(rulesOf(colliding), { n: colliding[330 * 59 + 3]! })).toBe(true);
  });

  it('cost a definition that names them as attributes for buckets little, measured', () => {
    expectCheap((numbers) => {
      const rules = Array.from({ length: 990 }, (_, rule) => ({
        name: '',
        any_of: [],
        rollout: { percentage: 50 },
        serve: { variation: 'on', bucket_by: numbers.slice(10 * rule, 10 * (rule + 1)) },
      }));
      measureFeature({ targeting: { enabled: true, rules } }, () => undefined);
    });
  });

  it('cost bucketing little: ten thousand features, each by another number', () => {
    expectCheap((numbers) => {
      const context = readContext({});
      for (const number of numbers.slice(0, operandCount))
        context.decimalOf(parseAttribute('user_id', '')!, number);
    });
  });
});

describe('thousands of conditions of one group', () => {
  /** Returns three groups of 800 conditions, with 19,200 operands in all. */
  const rulesOf = (numbers: readonly number[], operands: number) =>
    Array.from({ length: 3 }, (_rule, rule) =>
      ruleOf(
        Array.from({ length: 800 }, (_, index) => {
          const from = operands * (800 * rule + index);
          return conditionOf('neq', numbers.slice(from, from + operands));
        }),
      ),
    );
  it('are all looked at by the index', () => {
    expect(serve(rulesOf(spread, 8), { n: -1 })).toBe(true);
    const [rule] = rulesOf(spread, 8);
    expect(serve([rule!, rule!, rule!], { n: spread[17]! })).toBe(false);
  });
});

describe('a list of the user', () => {
  const listOf = (length: number) => Array.from({ length }, (_, index) => index);
  it.each<[Operator, readonly number[] | undefined, boolean, boolean]>([
    ['contains_any', [7], true, false],
    ['contains_none', [-1], true, false],
    ['contains_all', [7, 8], true, false],
    ['exists', undefined, true, true],
    ['not_exists', undefined, false, false],
  ])('of more than 1,000 entries counts as missing for %s, but exists', (operator, values, upTo, beyond) => {
    const rules = [ruleOf([conditionOf(operator, values)])];
    expect(serve(rules, { n: listOf(1_000) })).toBe(upTo);
    expect(serve(rules, { n: listOf(1_001) })).toBe(beyond);
    const audience = [
      ruleOf([{ property: 'audience', operator, ...(values && { values: values.map(String) }) }]),
    ];
    expect(serve(audience, {}, listOf(1_000).map(String))).toBe(upTo);
    expect(serve(audience, {}, listOf(1_001).map(String))).toBe(beyond);
  });
});

function conditionOf(operator: Operator, values?: readonly number[]): ConditionDefinition {
  return { property: 'custom', custom_key: 'n', operator, ...(values && { values: [...values] }) };
}

function ruleOf(all_of: ConditionDefinition[]): RuleDefinition {
  return { name: '', any_of: [{ all_of }], serve: { variation: 'on' } };
}

/** Compiles the rules and asks whether any of them serves. */
function serve(
  rules: RuleDefinition[],
  customData: Readonly<Record<string, unknown>>,
  audiences?: readonly string[],
): boolean {
  const document = featureFragment({ targeting: { enabled: true, rules } });
  const datafile = createDatafile();
  datafile.apply([finish(compileInSteps({ kind: 'feature', id: 'feature', document }, createInternPool()))]);
  const context = readContext({ custom_data: customData, audiences });
  return evaluate(datafile, 'flag', context, 0).reason === 'targeting_rule_matched';
}

/** Returns the least processor time of three tries, in milliseconds. */
function cpuMsOf(work: () => void): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}
