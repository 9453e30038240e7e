import { describe, expect, it } from '@jest/globals';
import { compileDatafile, featureChange, featureFragment } from '../../test/feature-fragment.ts';
import type { FeatureFragment } from '../definition/definition.ts';
import { compileFragments } from '../index.ts';

const minute = 60_000;
const at = (time: number): string => new Date(time).toISOString();
const rule = (parts: object): object => ({ name: 'rule', any_of: [], serve: { variation: 'on' }, ...parts });
const scheduled = (from: number | null, to: number | null): object =>
  rule({ schedule: { from: from === null ? null : at(from), to: to === null ? null : at(to) } });
const ramp = (...times: readonly number[]): object =>
  rule({ rollout: { stages: times.map((time, index) => ({ at: at(time), percentage: index * 10 })) } });

function feature(rules: readonly object[], parts: Partial<FeatureFragment> = {}): FeatureFragment {
  return featureFragment({ targeting: { enabled: true, rules } as FeatureFragment['targeting'], ...parts });
}

const nextOf = (rules: readonly object[], now: number, parts: Partial<FeatureFragment> = {}) =>
  compileDatafile(featureChange(feature(rules, parts))).nextRefresh(now, false);

describe('the next refresh', () => {
  it('is none without schedules and stages', () => {
    expect(nextOf([rule({}), rule({ rollout: { percentage: 50 } })], 0)).toBeUndefined();
  });
  it('is the next end of a schedule', () => {
    const rules = [scheduled(2 * minute, 9 * minute), scheduled(null, 5 * minute)];
    expect([0, 2 * minute, 5 * minute, 9 * minute].map((now) => nextOf(rules, now))).toEqual([
      2 * minute,
      5 * minute,
      9 * minute,
      undefined,
    ]);
  });
  it('is the first stage of a rollout, and while it runs the next full five minutes', () => {
    const rules = [ramp(7 * minute, 12 * minute, 21 * minute)];
    const times = [0, 7, 9.5, 10, 20.5, 21, 30].map((minutes) => nextOf(rules, minutes * minute));
    expect(times).toEqual([7, 10, 10, 15, 25, undefined, undefined].map((each) => each && each * minute));
  });
  it('while a ramp runs is an end of a schedule that is sooner', () => {
    const rules = [ramp(0, 60 * minute), scheduled(null, 6 * minute)];
    expect([1, 5, 6].map((minutes) => nextOf(rules, minutes * minute))).toEqual([
      5 * minute,
      6 * minute,
      10 * minute,
    ]);
  });
  it('does not come from rules that never serve', () => {
    const timed = { schedule: { from: at(minute) } };
    expect(nextOf([rule({ ...timed, enabled: false })], 0)).toBeUndefined();
    expect(nextOf([scheduled(minute, null)], 0, { status: 'complete' })).toBeUndefined();
    expect(nextOf([scheduled(minute, null)], 0, { status: 'archived' })).toBeUndefined();
    const off = feature([scheduled(minute, null)]).targeting!;
    expect(nextOf([], 0, { targeting: { ...off, enabled: false } })).toBeUndefined();
  });
  it('is the soonest of all features, and right whichever way the time goes', () => {
    const datafile = compileDatafile(
      featureChange(feature([scheduled(minute, null)], { id: 'a' })),
      featureChange(feature([scheduled(3 * minute, 8 * minute)], { id: 'b' })),
    );
    const times = [0, 2, 5, 0].map((minutes) => datafile.nextRefresh(minutes * minute, false));
    expect(times).toEqual([minute, 3 * minute, 8 * minute, minute]);
  });
  it('follows changes of the datafile', () => {
    const datafile = compileDatafile(featureChange(feature([scheduled(minute, null)])));
    expect(datafile.nextRefresh(0, false)).toBe(minute);
    datafile.apply(compileFragments([featureChange(feature([scheduled(2 * minute, null)]))]));
    expect(datafile.nextRefresh(0, false)).toBe(2 * minute);
    datafile.apply(compileFragments([{ kind: 'feature', id: 'feature-1', document: null }]));
    expect(datafile.nextRefresh(0, false)).toBeUndefined();
  });
  it('of client keys is that of features of which they get a variable', () => {
    const variables = [{ id: 'v', slug: 'open', default_variation: 'off', client: true as const }];
    const datafile = compileDatafile(
      featureChange(feature([scheduled(minute, null)], { id: 'a' })),
      featureChange(feature([scheduled(2 * minute, null)], { id: 'b', variables })),
    );
    expect([false, true].map((isClientOnly) => datafile.nextRefresh(0, isClientOnly))).toEqual([
      minute,
      2 * minute,
    ]);
  });
});
