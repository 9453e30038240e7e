import { describe, expect, it } from '@jest/globals';
import { checkTargeting } from './check-targeting.ts';
import type { RuleInput } from '../schemas/targeting-schema.ts';

const dependencies = { variations: new Set(['off', 'on']), segments: new Set<string>() };

function problemsOf(rule: Partial<RuleInput>) {
  const targeting = { rules: [{ serve: { variation: 'on' }, ...rule }] };
  return [...checkTargeting(targeting, 'targeting', dependencies)].map(({ path, message }) => [
    path.replace('targeting.rules[0].', ''),
    message,
  ]);
}

const at = (text: string, percentage: number) => ({ at: text, percentage });

describe('a rule that is right', () => {
  it.each<Partial<RuleInput>>([
    {},
    { serve: { variation: 'ON' } },
    { serve: { split: [{ variation: 'off', weight: 100 }] } },
    { serve: { split: [33.3, 33.3, 33.4].map((weight) => ({ variation: 'on', weight })) } },
    { serve: { split: [0.1, 0.2, 99.7].map((weight) => ({ variation: 'on', weight })) } },
    { serve: { split: [0, 99.999, 0.001].map((weight) => ({ variation: 'off', weight })) } },
    { serve: { variation: 'on', bucket_by: ['organisation_id', 'custom.team', 'country'] } },
    { rollout: { percentage: 33.333 } },
    { rollout: { stages: [at('2026-12-01', 0), at('2026-12-02T00:00:00+01:00', 100)] } },
    { schedule: { from: '2026-12-01T00:00:00Z', to: null } },
    { schedule: { from: '2026-12-01T00:00:00Z', to: '2026-12-01T00:00:00.001Z' } },
    { schedule: null, rollout: null },
    { schedule: { from: '2026-06-13', to: '+010000-01-01T00:00:00.000Z' } },
    { rollout: { stages: [{ at: '2026-06-13', percentage: 5 }] } },
  ])('%j has no problem', (rule) => {
    expect(problemsOf(rule)).toEqual([]);
  });
});

describe('a rule that is wrong says what and where', () => {
  it.each<[Partial<RuleInput>, string, RegExp]>([
    [{ serve: {} }, 'serve', /either variation or split/],
    [
      { serve: { variation: 'on', split: [{ variation: 'on', weight: 100 }] } },
      'serve',
      /either variation or split/,
    ],
    [{ serve: { variation: 'maybe' } }, 'serve.variation', /unknown variation maybe/],
    [
      { serve: { split: [{ variation: 'maybe', weight: 100 }] } },
      'serve.split[0].variation',
      /unknown variation/,
    ],
    [{ serve: { split: [{ variation: 'on', weight: 99.999 }] } }, 'serve.split', /exactly 100, not 99\.999/],
    [
      { serve: { variation: 'on', bucket_by: ['audience'] } },
      'serve.bucket_by[0]',
      /must be one of: user_id/,
    ],
    [
      { serve: { variation: 'on', bucket_by: ['user_id', 'custom.'] } },
      'serve.bucket_by[1]',
      /custom\.<key>/,
    ],
    [{ rollout: {} }, 'rollout', /either percentage or stages/],
    [{ rollout: { percentage: 5, stages: [at('2026-12-01', 5)] } }, 'rollout', /either percentage or stages/],
    [{ rollout: { percentage: 33.3333 } }, 'rollout.percentage', /three decimals/],
    [{ rollout: { stages: [at('soon', 5)] } }, 'rollout.stages[0].at', /ISO 8601/],
    [{ rollout: { stages: [at('2026-12-01', 0.0001)] } }, 'rollout.stages[0].percentage', /three decimals/],
    [
      { rollout: { stages: [at('2026-12-02', 5), at('2026-12-02T01:00:00+01:00', 6)] } },
      'rollout.stages[1].at',
      /later than the previous stage/,
    ],
    [{ schedule: { from: '2026-12-01', to: '2026-12-01' } }, 'schedule.to', /later than from/],
    [{ schedule: { from: 'now' } }, 'schedule.from', /^must be an ISO 8601 date, with a time or without$/],
    [{ schedule: { to: '2026-06-31' } }, 'schedule.to', /^must be an ISO 8601 date, with a time or without$/],
    [
      { any_of: [{ all_of: [{ property: 'email', operator: 'gt' }] }] },
      'any_of[0].all_of[0].operator',
      /is not an operator of/,
    ],
  ])('%j', (rule, path, message) => {
    expect(problemsOf(rule)).toEqual([[path, expect.stringMatching(message)]]);
  });

  it('lists the weight that has too many decimals beside the sum that it spoils', () => {
    const split = [50, 49.9999].map((weight) => ({ variation: 'on', weight }));
    expect(problemsOf({ serve: { split } }).map(([path]) => path)).toEqual(['serve.split[1].weight']);
    expect(
      problemsOf({ serve: { split: [...split, { variation: 'on', weight: 1 }] } }).map(([path]) => path),
    ).toEqual(['serve.split[1].weight', 'serve.split']);
  });
});

it('two rules with one id, in any case, are wrong at the second', () => {
  const rules = ['A', 'b', 'a'].map((digit) => ({
    id: `${digit}b5c3a60-52c1-4d0e-9f5e-8a1d7c6b4e21`,
    serve: { variation: 'on' },
  }));
  expect([...checkTargeting({ rules }, 'targeting', dependencies)]).toEqual([
    {
      path: 'targeting.rules[2].id',
      message: '"ab5c3a60-52c1-4d0e-9f5e-8a1d7c6b4e21" is already used at targeting.rules[0].id',
      code: 'duplicate',
    },
  ]);
});
