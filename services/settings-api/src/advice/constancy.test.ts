import { explain } from '@bunting/evaluator';
import type { FeatureFragment, RuleDefinition } from '@bunting/evaluator/definition';
import { describe, expect, it } from '@jest/globals';
import { findConstancy } from './constancy.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const dayMs = 86_400_000;
const users = [
  { id: 'ada' },
  { id: 'bob', country: 'CA' },
  { email: 'eve@acme.example' },
  { id: 'pinned' },
  ...Array.from({ length: 6 }, (_, index) => ({
    id: `user-${index}`,
    country: index % 2 === 0 ? 'CA' : 'DE',
  })),
];
const anonymous = [null, { country: 'CA' }];

describe('A constant feature', () => {
  it('serves what the evaluator serves everybody, from then on and for ever', () => {
    const { pick, numbers } = createRandom(11);
    const found = { constant: 0, other: 0 };
    for (let round = 0; round < 2_500; round++) {
      const fragment = randomFragment(pick, numbers);
      const constancy = findConstancy(fragment, now);
      if (constancy === undefined) {
        found.other++;
        continue;
      }
      found.constant++;
      const changedAt = Math.max(constancy.changedAt, now - 400 * dayMs);
      const at = pick([changedAt, now, now + 10 * dayMs, now + 400 * dayMs]);
      const served = constancy.served.get('flag');
      for (const user of [...users, ...anonymous]) {
        const { result } = explain(
          [{ kind: 'feature', id: fragment.id, document: fragment }],
          'flag',
          user,
          at,
        );
        if (result.variation !== served)
          throw new Error(JSON.stringify({ fragment, user, at, result, served }));
      }
    }
    expect(Math.min(...Object.values(found))).toBeGreaterThan(40);
  });

  it('is one of which every variable has one variation', () => {
    const variables = [
      { id: '1', slug: 'one', default_variation: 'on' },
      { id: '2', slug: 'two', default_variation: 'off' },
    ];
    const feature = { status: 'live', variables, overrides: {} } as const;
    const some = { name: '', any_of: [{ all_of: [] }], serve: { variation: 'on' } };
    expect(findConstancy({ ...feature, targeting: null }, now)?.served).toEqual(
      new Map([
        ['one', 'on'],
        ['two', 'off'],
      ]),
    );
    expect(findConstancy({ ...feature, targeting: { enabled: true, rules: [some] } }, now)).toBeUndefined();
  });

  it('has variables', () => {
    const feature = { status: 'live', variables: [], overrides: {}, targeting: null } as const;
    expect(findConstancy(feature, now)).toBeUndefined();
  });
});

type Pick = <Value>(values: readonly Value[]) => Value;

function randomFragment(pick: Pick, numbers: () => number): FeatureFragment {
  const variation = () => pick(['on', 'on', 'on', 'off']);
  const time = () => new Date(now + Math.round((numbers() * 2 - 1.5) * 30) * dayMs).toISOString();
  const rollout = (): NonNullable<RuleDefinition['rollout']> =>
    numbers() < 0.5
      ? { percentage: pick([0, 30, 100, 100]) }
      : { stages: [1, 2].map(() => ({ at: time(), percentage: pick([0, 50, 100, 100]) })) };
  const rule = (): RuleDefinition => ({
    name: '',
    ...(numbers() < 0.1 && { enabled: false }),
    any_of: numbers() < 0.6 ? [] : [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
    ...(numbers() < 0.3 && {
      schedule: { ...pick([{ from: time() }, { to: time() }, { from: time(), to: time() }]) },
    }),
    ...(numbers() < 0.4 && { rollout: rollout() }),
    serve:
      numbers() < 0.8
        ? { variation: variation() }
        : {
            split: pick([
              [
                { variation: 'on', weight: 100 },
                { variation: 'off', weight: 0 },
              ],
              [
                { variation: 'on', weight: 50 },
                { variation: 'off', weight: 50 },
              ],
            ]),
          },
  });
  const rules = Array.from({ length: pick([0, 1, 2, 3]) }, rule);
  return {
    id: '01900000-0000-7000-8000-000000000001',
    slug: 'feature',
    status: pick(['live', 'live', 'live', 'live', 'complete']),
    salt: `salt-${numbers()}`,
    variables: [
      {
        id: '01900000-0000-7000-8000-000000000002',
        slug: 'flag',
        default_variation: pick(['on', 'on', 'off', null]),
      },
    ],
    variations: ['off', 'on'].map((slug, index) => ({
      id: `01900000-0000-7000-8000-00000000000${index + 3}`,
      slug,
      values: [slug === 'on'],
    })),
    targeting: pick([
      null,
      { enabled: true, rules },
      { enabled: true, rules },
      { enabled: numbers() < 0.8, rules },
    ]),
    overrides: pick([{}, {}, { pinned: 'on' }]),
  };
}

/** Creates a generator that returns the same numbers in every run (mulberry32). */
function createRandom(seed: number): { numbers: () => number; pick: Pick } {
  let state = seed;
  const numbers = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { numbers, pick: (values) => values[Math.floor(numbers() * values.length)]! };
}
