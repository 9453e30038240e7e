import { describe, expect, it } from '@jest/globals';
import { describeSchedule, describeStages, listStages } from './rollout-words.ts';

const day = (number: number) => `2026-12-0${number}T09:00:00.000Z`;
const stages = [
  { at: day(1), percentage: 10 },
  { at: day(3), percentage: 50 },
  { at: day(5), percentage: 20 },
];
const format = (at: string) => at.slice(8, 10);

describe('stages are told with what comes next', () => {
  it.each([
    ['2026-11-30T09:00:00Z', '10% → 50% → 20%, starts on 01'],
    ['2026-12-01T09:00:00Z', '10% → 50% → 20%, now 10%, rises to 50% by 03'],
    ['2026-12-02T09:00:00Z', '10% → 50% → 20%, now 30%, rises to 50% by 03'],
    ['2026-12-04T09:00:00Z', '10% → 50% → 20%, now 35%, falls to 20% by 05'],
    ['2026-12-05T09:00:00Z', '10% → 50% → 20%, at 20% since 05'],
  ])('at %s: %s', (now, text) => {
    expect(describeStages(stages, Date.parse(now), format)).toBe(text);
  });
});

describe('a schedule is told as', () => {
  it.each([
    [{ from: day(1), to: day(3) }, 'From 01 until 03'],
    [{ from: day(1) }, 'From 01'],
    [{ to: day(3) }, 'Until 03'],
    [{ from: null, to: null }, 'No start and no end'],
  ])('%j: %s', (schedule, text) => {
    expect(describeSchedule(schedule, format)).toBe(text);
  });
});

it('stages are listed by the time at which each is reached', () => {
  expect(listStages(stages, format)).toBe('10% on 01, 50% by 03, 20% by 05');
});
