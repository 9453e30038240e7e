import { expect, it } from '@jest/globals';
import { byDay, laterThan, getRevertReason, revertedBy, shownPart } from './model.ts';

it('records stand by the day of the reader, in their order', () => {
  const records = ['T08:00Z', 'T02:00Z', 'T01:00Z'].map((time) => ({ at: `2026-11-22${time}` }));
  const zone = { timeZone: 'America/New_York' };
  const formatDay = (at: Date) => at.toLocaleDateString('en-GB', { ...zone, day: 'numeric', month: 'short' });
  expect(byDay(records, formatDay)).toEqual([
    ['22 Nov', records.slice(0, 1)],
    ['21 Nov', records.slice(1)],
  ]);
  expect(byDay([], formatDay)).toEqual([]);
});

it('a record can be reverted where it is of what is defined or served', () => {
  for (const action of ['targeting.created', 'overrides.updated', 'feature.deleted', 'environment.updated'])
    expect([action, getRevertReason({ action })]).toEqual([action, undefined]);
  for (const action of ['environment.deleted', 'member.added', 'api_token.created', 'project.updated'])
    expect(getRevertReason({ action })).toMatch(/^You can revert only targeting/);
});

it('the parts of a conflict are shown as they were written', () => {
  expect([null, 'one', { a: 1 }, 0].map(shownPart)).toEqual(['nothing', 'one', '{\n  "a": 1\n}', '0']);
});

it('later changes are those of the same feature, or of the same subject', () => {
  const of = { at: '2026-11-22T08:00:00Z', project_id: 'p', subject: 'shop/canada' };
  expect(laterThan({ ...of, feature_id: 'f' })).toEqual({ from: of.at, project: 'p', feature: 'f' });
  expect(laterThan({ ...of, feature_id: null })).toEqual({
    from: of.at,
    project: 'p',
    text: 'shop/canada',
  });
});

it('the comment of a revert names the change that it reverts, and other comments name none', () => {
  const change = '01985c00-0000-7000-8000-0000000000c1';
  expect(revertedBy(`Reverts ${change}: More\nthan this`)).toEqual({ change, rest: 'More\nthan this' });
  expect(revertedBy('Reverts what Ann did: too early')).toBeUndefined();
  expect(revertedBy(`As agreed. Reverts ${change}: so`)).toBeUndefined();
});
