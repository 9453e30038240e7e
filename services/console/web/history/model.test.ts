import { expect, it } from '@jest/globals';
import { byDay, notRevertible, shownPart } from './model.ts';

it('records stand by day, in their order', () => {
  const at = (day: number, hour: number) => ({ at: new Date(2026, 10, day, hour).toISOString() });
  const records = [at(22, 9), at(22, 1), at(21, 23)];
  expect(byDay(records)).toEqual([
    ['2026-11-22', records.slice(0, 2)],
    ['2026-11-21', records.slice(2)],
  ]);
  expect(byDay([])).toEqual([]);
});

it('a record can be reverted where it is of what is defined or served', () => {
  for (const action of ['targeting.created', 'overrides.updated', 'feature.deleted', 'environment.updated'])
    expect([action, notRevertible({ action })]).toEqual([action, undefined]);
  for (const action of ['environment.deleted', 'member.added', 'api_token.created', 'project.updated'])
    expect(notRevertible({ action })).toMatch(/^Only targeting/);
});

it('the parts of a conflict are shown as they were written', () => {
  expect([null, 'one', { a: 1 }, 0].map(shownPart)).toEqual(['nothing', 'one', '{\n  "a": 1\n}', '0']);
});
