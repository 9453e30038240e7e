import { describe, expect, it } from '@jest/globals';
import type { RuleDefinition, TargetingDefinition } from '@bunting/evaluator/definition';
import { mergeTargeting } from './merge-targeting.ts';

const rule = (name: string, parts: Partial<RuleDefinition> = {}): RuleDefinition => ({
  name,
  enabled: true,
  any_of: [{ all_of: [{ property: 'country', operator: 'is', values: [name] }] }],
  serve: { variation: `for-${name}` },
  ...parts,
});
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => rule(name)) as [
  RuleDefinition,
  RuleDefinition,
  RuleDefinition,
  RuleDefinition,
];
const half = (variation: string, weight: number): RuleDefinition['serve'] => ({
  split: [
    { variation, weight },
    { variation: 'off', weight: 100 - weight },
  ],
});
const on = (...rules: RuleDefinition[]): TargetingDefinition => ({ enabled: true, rules });
const off = (...rules: RuleDefinition[]): TargetingDefinition => ({ enabled: false, rules });

/** Returns the merged targeting, and expects no conflict. */
function merged(
  base: TargetingDefinition | null,
  theirs: TargetingDefinition | null,
  ours: TargetingDefinition | null,
) {
  const { merged: result, conflicts } = mergeTargeting(base, theirs, ours);
  expect(conflicts).toEqual([]);
  return result;
}

/** Paths and messages of the conflicts. */
function conflicts(
  base: TargetingDefinition | null,
  theirs: TargetingDefinition | null,
  ours: TargetingDefinition | null,
) {
  const result = mergeTargeting(base, theirs, ours);
  expect(result.merged).toBe(theirs);
  return result.conflicts.map(({ path, message }) => [path, message]);
}

describe('what other products got wrong', () => {
  it('a reorder that was made of an older state does not revert a value that changed since', () => {
    const changed = rule('a', { serve: half('one-page', 60) });
    const before = rule('a', { serve: half('one-page', 50) });
    expect(merged(on(before, b, c), on(changed, b, c), on(c, before, b))).toEqual(on(c, changed, b));
  });

  it('of two additions neither is lost, and nobody guesses which one comes first', () => {
    expect(conflicts(on(a), on(a, b), on(a, c))).toEqual([
      ['rules.added[1]', 'the rule "c" would be added where the other change added the rule "b"'],
    ]);
    expect(merged(on(a), on(b, a), on(a, c))).toEqual(on(b, a, c));
  });

  it('a switch does not revert an edit, nor an edit a switch', () => {
    const edited = rule('a', { serve: half('one-page', 5) });
    expect(merged(on(a), off(a), on(edited))).toEqual(off(edited));
    expect(merged(on(a), on(edited), off(a))).toEqual(off(edited));
  });
});

describe('what somebody decided of a conflict', () => {
  const decide = (
    base: TargetingDefinition,
    theirs: TargetingDefinition,
    ours: TargetingDefinition,
    taken: Record<string, 'theirs' | 'ours'>,
  ) => mergeTargeting(base, theirs, ours, new Map(Object.entries(taken)));

  it('is taken, and everything else is merged', () => {
    const [hers, own] = [
      rule('a', { serve: half('one-page', 60) }),
      rule('a', { serve: half('one-page', 5) }),
    ];
    const path = 'rules[0].serve';
    expect(decide(on(a, b), on(hers, b), off(own, b), { [path]: 'theirs' }).merged).toEqual(off(hers, b));
    expect(decide(on(a, b), on(hers, b), off(own, b), { [path]: 'ours' }).merged).toEqual(off(own, b));
  });

  it('of two additions says which one comes first', () => {
    const path = 'rules.added[1]';
    expect(decide(on(a), on(a, b), on(a, c), { [path]: 'theirs' }).merged).toEqual(on(a, b, c));
    expect(decide(on(a), on(a, b), on(a, c), { [path]: 'ours' }).merged).toEqual(on(a, c, b));
  });

  it('of a rule that was removed here and changed there keeps or removes it', () => {
    const changed = rule('a', { enabled: false });
    expect(decide(on(a, b), on(b), on(changed, b), { 'rules[0]': 'ours' }).merged).toEqual(on(changed, b));
    expect(decide(on(a, b), on(b), on(changed, b), { 'rules[0]': 'theirs' }).merged).toEqual(on(b));
  });

  it('of two rules of one name keeps one of them', () => {
    const own = rule('c', { enabled: false });
    const taken = (side: 'theirs' | 'ours') => ({ 'rules.added.c': side, 'rules.added[1]': side });
    expect(decide(on(a), on(a, c), on(a, own), taken('ours')).merged).toEqual(on(a, own));
    expect(decide(on(a), on(a, c), on(a, own), taken('theirs')).merged).toEqual(on(a, c));
  });

  it('of rules that both moved takes one order', () => {
    const taken = { rules: 'ours' } as const;
    expect(decide(on(a, b, c), on(b, a, c), on(a, c, b), taken).merged).toEqual(on(a, c, b));
  });
});

describe('merging targeting', () => {
  it('takes from each side what it changed: the switch, rules, and members of one rule', () => {
    expect(
      merged(
        on(a, b),
        off(rule('a', { enabled: false }), b),
        on(a, rule('b', { rollout: { percentage: 5 } })),
      ),
    ).toEqual(off(rule('a', { enabled: false }), rule('b', { rollout: { percentage: 5 } })));
    const [base, schedule] = [rule('a', { rollout: { percentage: 5 } }), { from: '2026-12-01T00:00:00Z' }];
    expect(merged(on(base), on(rule('a', { rollout: { percentage: 5 }, schedule })), on(a))).toEqual(
      on(rule('a', { schedule })),
    );
    const members: Partial<RuleDefinition>[] = [
      { name: 'new' },
      { enabled: false },
      { any_of: [] },
      { schedule },
      { rollout: { percentage: 5 } },
      { serve: { variation: 'other' } },
    ];
    for (const one of members) {
      for (const other of members.filter((each) => each !== one)) {
        expect(merged(on(a, b), on(rule('a', one), b), on(rule('a', other), b))).toEqual(
          on(rule('a', { ...one, ...other }), b),
        );
      }
    }
  });

  it.each<[string, Partial<RuleDefinition>, Partial<RuleDefinition>, string]>([
    ['name', { name: 'x' }, { name: 'y' }, 'the name of rule 2 "b" was changed'],
    ['any_of', { any_of: [] }, { any_of: [{ all_of: [] }] }, 'the conditions of rule 2 "b" was changed'],
    [
      'schedule',
      { schedule: { from: '2027-01-01T00:00:00Z' } },
      { schedule: { to: '2027-01-01T00:00:00Z' } },
      'the schedule of rule 2 "b" was added',
    ],
    [
      'rollout',
      { rollout: { percentage: 1 } },
      { rollout: { percentage: 2 } },
      'the rollout of rule 2 "b" was added',
    ],
    ['serve', { serve: half('on', 1) }, { serve: half('on', 2) }, 'the serving of rule 2 "b" was changed'],
  ])('has a conflict where both changed the %s of a rule, differently', (member, one, other, what) => {
    expect(conflicts(on(a, b), on(a, rule('b', one)), on(a, rule('b', other)))).toEqual([
      [`rules[1].${member}`, `${what} on both sides, differently`],
    ]);
  });

  it('shows the three values of a conflict, null where there is none', () => {
    const result = mergeTargeting(
      on(a),
      on(rule('a', { rollout: { percentage: 1 } })),
      on(rule('a', { rollout: { percentage: 2 } })),
    );
    expect(result.conflicts).toEqual([
      {
        path: 'rules[0].rollout',
        message: 'the rollout of rule 1 "a" was added on both sides, differently',
        base: null,
        theirs: { percentage: 1 },
        ours: { percentage: 2 },
      },
    ]);
  });

  it('keeps the rules of both where both made the first targeting; whoever decides says whose come first', () => {
    expect(conflicts(null, on(a), on(b))).toEqual([
      ['rules.added[0]', 'the rule "b" would be added where the other change added the rule "a"'],
    ]);
    const decided = (side: 'theirs' | 'ours') =>
      mergeTargeting(null, on(a), on(b), new Map([['rules.added[0]', side]]));
    expect(decided('theirs')).toEqual({ merged: on(a, b), conflicts: [] });
    expect(decided('ours')).toEqual({ merged: on(b, a), conflicts: [] });
    expect(conflicts(null, on(a), on(rule('a', { enabled: false })))).toContainEqual([
      'rules.added.a',
      'a rule "a" was added on both sides, differently',
    ]);
    expect(merged(null, on(a), on(a))).toEqual(on(a));
    expect(merged(null, on(), on(a))).toEqual(on(a));
  });

  it('leaves a first targeting off that one side switched off: without one nothing was', () => {
    expect(merged(null, off(), on(a))).toEqual(off(a));
    expect(merged(null, on(a), off())).toEqual(off(a));
  });

  it('has a conflict where one removed the targeting and the other one changed it', () => {
    expect(conflicts(on(a), null, off(a))).toEqual([
      ['', 'the targeting was removed by the other change, but changed by yours'],
    ]);
    expect(conflicts(on(a), off(a), null)).toEqual([
      ['', 'the targeting was changed by the other change, but removed by yours'],
    ]);
    expect(merged(on(a), null, on(a))).toBeNull();
  });

  it('has a conflict where one removed a rule and the other one changed it', () => {
    const changed = rule('b', { enabled: false });
    expect(conflicts(on(a, b), on(a), on(a, changed))).toEqual([
      ['rules[1]', 'rule 2 "b" was removed by the other change, but changed by yours'],
    ]);
    expect(conflicts(on(a, b), on(a, changed), on(a))).toEqual([
      ['rules[1]', 'rule 2 "b" was changed by the other change, but removed by yours'],
    ]);
    expect(merged(on(a, b), on(a), on(rule('a', { enabled: false }), b))).toEqual(
      on(rule('a', { enabled: false })),
    );
  });

  it('has a conflict where both added a rule of one name, unless it is the same at the same place', () => {
    const other = rule('c', { enabled: false });
    expect(conflicts(on(a, b), on(c, a, b), on(a, b, other))).toEqual([
      ['rules.added.c', 'a rule "c" was added on both sides, differently'],
    ]);
    expect(conflicts(on(a, b), on(c, a, b), on(a, b, c))).toEqual([
      ['rules', 'the rule "c" was added on both sides, at different positions'],
    ]);
    expect(merged(on(a, b), off(a, c, b), on(a, c, b))).toEqual(off(a, c, b));
  });

  it('has a conflict where both moved rules, unless they moved them alike', () => {
    expect(conflicts(on(a, b, c), on(b, a, c), on(a, c, b))).toEqual([
      ['rules', 'the rules were reordered on both sides, differently'],
    ]);
    expect(merged(on(a, b, c), off(b, a, c), on(b, a, c))).toEqual(off(b, a, c));
    expect(merged(on(a, b, c), on(c, a, b), on(a, b))).toEqual(on(a, b));
  });

  it('has a conflict where one added a rule between rules that the other one moved: its place decides what it serves', () => {
    expect(conflicts(on(a, b, c), on(c, a, b), on(a, d, b, c))).toEqual([
      ['rules', 'the rule "d" would be added where the other change moved rules'],
    ]);
    expect(conflicts(on(a, b, c), on(a, d, b, c), on(c, a, b))).toEqual([
      ['rules', 'rules would be moved across the rule "d", which the other change added'],
    ]);
    expect(merged(on(a, b, c), on(b, a, c), on(a, b, d, c))).toEqual(on(b, a, d, c));
  });
});
