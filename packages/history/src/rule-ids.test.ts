import { describe, expect, it } from '@jest/globals';
import type { RuleDefinition, TargetingDefinition } from '@bunting/evaluator/definition';
import { withoutRuleIds, withRuleIds } from './rule-ids.ts';

const rule = (name: string, id?: string, variation = 'on'): RuleDefinition => ({
  ...(id !== undefined && { id }),
  name,
  any_of: [],
  serve: { variation },
});
const on = (...rules: RuleDefinition[]): TargetingDefinition => ({ enabled: true, rules });

function idsAfter(after: TargetingDefinition, before: TargetingDefinition | null) {
  let made = 0;
  const targeting = withRuleIds(after, before, () => `new-${(made += 1)}`);
  return targeting?.rules.map(({ id }) => id);
}

describe('the id of a rule', () => {
  it('stays as it is sent, also where another stored rule equals the rule', () => {
    expect(idsAfter(on(rule('a', 'mine'), rule('b', 'b')), on(rule('a', 'a')))).toEqual(['mine', 'b']);
  });

  it('is that of the stored rule that equals it, wherever that stands', () => {
    const before = on(rule('', '1'), rule('a', '2'), rule('', '3', 'off'));
    expect(idsAfter(on(rule('', undefined, 'off'), rule('a'), rule('')), before)).toEqual(['3', '2', '1']);
  });

  it('is handed out once among rules that are equal, in their order', () => {
    const before = on(rule('a', '1'), rule('a', '2'));
    expect(idsAfter(on(rule('a'), rule('a'), rule('a')), before)).toEqual(['1', '2', 'new-1']);
  });

  it('is that of the stored rule with its name, if none equals it', () => {
    const before = on(rule('a', '1'), rule('b', '2'));
    expect(idsAfter(on(rule('b', undefined, 'off'), rule('a')), before)).toEqual(['2', '1']);
  });

  it('goes to the equal rule before one of the same name', () => {
    const before = on(rule('a', '1'));
    expect(idsAfter(on(rule('a', undefined, 'off'), rule('a')), before)).toEqual(['new-1', '1']);
  });

  it('is new for a rule without a name that was changed', () => {
    expect(idsAfter(on(rule('', undefined, 'off')), on(rule('', '1')))).toEqual(['new-1']);
  });

  it('is not handed out where another rule was sent with it', () => {
    expect(idsAfter(on(rule('a'), rule('b', '1')), on(rule('a', '1')))).toEqual(['new-1', '1']);
  });

  it('is found whatever the order of the members of a stage', () => {
    const stages = (...list: { at: string; percentage: number }[]) => ({ rollout: { stages: list } });
    const before = on({ ...rule('', '1'), ...stages({ at: '2026-12-01', percentage: 5 }) });
    const after = on({ ...rule(''), ...stages({ percentage: 5, at: '2026-12-01' }) });
    expect(idsAfter(after, before)).toEqual(['1']);
  });

  it('is new where nothing was stored', () => {
    expect(idsAfter(on(rule('a'), rule('b')), null)).toEqual(['new-1', 'new-2']);
    expect(withRuleIds(null, on(rule('a', '1')))).toBeNull();
  });

  it('is left out where nobody makes new ones', () => {
    expect(withRuleIds(on(rule('a')), null)).toEqual(on(rule('a')));
  });

  it('is not copied', () => {
    expect(withoutRuleIds(on(rule('a', '1')))).toEqual(on(rule('a')));
    expect(withoutRuleIds(null)).toBeNull();
  });
});
