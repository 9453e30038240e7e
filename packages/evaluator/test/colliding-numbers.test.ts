import { describe, expect, it } from '@jest/globals';
import { collidingDoubles, collidingIntegers } from '@bunting/testing/numbers';
import {
  compileInSteps,
  createDatafile,
  createInternPool,
  evaluate,
  explain,
  measureFeature,
  readContext,
} from '../src/index.ts';
import type { ConditionDefinition, Operator, RuleDefinition } from '../src/definition.ts';
import { finish } from '../src/compile/steps.ts';
import { featureFragment } from './feature-fragment.ts';

const operandCount = 9_900;
const kinds = [
  ['whole numbers', collidingIntegers(3 * operandCount)],
  ['doubles', collidingDoubles(3 * operandCount)],
] as const;

/** A `Set` of so many takes some hundred milliseconds, on the slowest machine seconds. */
const maxMs = 60;

describe.each(kinds)('%s that would fall into one bucket of a Set', (_name, numbers) => {
  const operands = numbers.slice(0, operandCount);
  const others = numbers.slice(-1_000);

  it.each<[Operator, readonly number[] | number, boolean]>([
    ['eq', operands[7]!, true],
    ['eq', others[0]!, false],
    ['neq', others[0]!, true],
    ['neq', operands[7]!, false],
    ['gt', Math.max(...numbers) + 1e300, true],
    ['lte', Math.max(...numbers) + 1e300, false],
    ['contains_any', others, false],
    ['contains_any', [...others.slice(1), operands[7]!], true],
    ['contains_none', others, true],
    ['contains_none', [...others.slice(1), operands[7]!], false],
    ['contains_all', others, false],
  ])('cost %s little, compiled, evaluated and explained', (operator, given, isMatch) => {
    const rules = [ruleOf([conditionOf(operator, operands)])];
    expect(cpuMsOf(() => serve(rules, { n: given }))).toBeLessThan(maxMs);
    expect(serve(rules, { n: given })).toBe(isMatch);
    const fragment = {
      kind: 'feature',
      id: 'feature',
      document: featureFragment({ targeting: { enabled: true, rules } }),
    } as const;
    expect(cpuMsOf(() => explain([fragment], 'flag', { custom_data: { n: given } }, 0))).toBeLessThan(200);
  });

  it('cost contains_all little where the list has all operands', () => {
    const rules = [ruleOf([conditionOf('contains_all', others.slice(0, 900))])];
    expect(cpuMsOf(() => serve(rules, { n: others }))).toBeLessThan(maxMs);
    expect(serve(rules, { n: others })).toBe(true);
  });

  it('cost an index over the groups of many rules little, loaded and asked', () => {
    const rules = Array.from({ length: 60 }, (_, index) =>
      ruleOf([conditionOf('eq', numbers.slice(330 * index, 330 * (index + 1)))]),
    );
    expect(cpuMsOf(() => serve(rules, { n: others[0]! }))).toBeLessThan(maxMs);
    expect(serve(rules, { n: others[0]! })).toBe(false);
    expect(serve(rules, { n: numbers[330 * 59 + 3]! })).toBe(true);
  });

  it('cost a group that names them in thousands of conditions little', () => {
    const rules = Array.from({ length: 3 }, (_rule, rule) =>
      ruleOf(
        Array.from({ length: 800 }, (_, index) =>
          conditionOf('neq', numbers.slice(8 * (800 * rule + index), 8 * (800 * rule + index + 1))),
        ),
      ),
    );
    expect(cpuMsOf(() => serve(rules, { n: others[0]! }))).toBeLessThan(maxMs);
    expect(serve(rules, { n: others[0]! })).toBe(true);
    expect(serve([rules[0]!, rules[0]!, rules[0]!], { n: numbers[17]! })).toBe(false);
  });

  it('cost a definition that names them as attributes for buckets little, measured', () => {
    const rules = Array.from({ length: 990 }, (_, rule) => ({
      name: '',
      any_of: [],
      rollout: { percentage: 50 },
      serve: { variation: 'on', bucket_by: numbers.slice(10 * rule, 10 * (rule + 1)) },
    }));
    expect(
      cpuMsOf(() => measureFeature({ targeting: { enabled: true, rules } }, () => undefined)),
    ).toBeLessThan(maxMs);
  });

  it('cost bucketing little: ten thousand features, each by another number', () => {
    const texts = cpuMsOf(() => {
      const context = readContext({});
      for (const number of operands) context.decimalOf(number);
    });
    expect(texts).toBeLessThan(maxMs);
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

/** The least processor time of three tries, in milliseconds. */
function cpuMsOf(work: () => void): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}
