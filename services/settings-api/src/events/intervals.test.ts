import { describe, expect, it } from '@jest/globals';
import { compareShares, estimateMean, estimateShare } from './intervals.ts';

describe('the interval of a share', () => {
  // Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%d of %d', (successes, trials, low, high) => {
    const share = estimateShare(successes, trials, 0.95)!;
    expect(share.low).toBeCloseTo(low, 4);
    expect(share.high).toBeCloseTo(high, 4);
  });

  it('reaches 1 when everybody converted', () => {
    expect(estimateShare(20, 20, 0.95)).toMatchObject({ estimate: 1, high: 1 });
  });

  it('is not there without participants', () => {
    expect(estimateShare(0, 0, 0.95)).toBeUndefined();
  });
});

describe('the comparison of two shares', () => {
  // Newcombe 1998, "Interval estimation for the difference between independent proportions", table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 20, 0.6791, 1],
  ])('%d of %d and %d of %d', (converted, participants, converted2, participants2, low, high) => {
    const compared = compareShares(
      { converted, participants },
      { converted: converted2, participants: participants2 },
      0.95,
    )!;
    expect(compared.difference.low).toBeCloseTo(low, 4);
    expect(compared.difference.high).toBeCloseTo(high, 4);
  });

  it('finds 200 of 1,000 to 250 of 1,000 significant, as the z-test does (z = 2.6774)', () => {
    const compared = compareShares(
      { converted: 250, participants: 1_000 },
      { converted: 200, participants: 1_000 },
      0.95,
    )!;
    expect(compared.pValue).toBeCloseTo(0.00742, 4);
    expect(compared.relative).toBeCloseTo(0.25, 10);
  });

  it('finds nothing where nobody converted', () => {
    const nobody = { converted: 0, participants: 10 };
    expect(compareShares(nobody, nobody, 0.95)).toMatchObject({ pValue: 1, relative: null });
  });
});

describe('the interval of a mean', () => {
  it('is that of Student: 1, 2, 3, 4, 5', () => {
    const mean = estimateMean({ count: 5, sum: 15, squareSum: 55 }, 0.95)!;
    expect(mean.estimate).toBe(3);
    expect(mean.low).toBeCloseTo(1.0368, 4);
    expect(mean.high).toBeCloseTo(4.9632, 4);
  });

  it('has no bounds with one value', () => {
    expect(estimateMean({ count: 1, sum: 7, squareSum: 49 }, 0.95)).toEqual({
      estimate: 7,
      low: null,
      high: null,
    });
  });

  it('is not there without values, or beyond all numbers', () => {
    expect(estimateMean({ count: 0, sum: 0, squareSum: 0 }, 0.95)).toBeUndefined();
    expect(estimateMean({ count: 2, sum: Infinity, squareSum: Infinity }, 0.95)).toBeUndefined();
  });

  it('is the value itself where all are the same', () => {
    const mean = estimateMean({ count: 3, sum: 0.3, squareSum: 0.03 }, 0.95)!;
    expect(mean.low).toBeCloseTo(0.1, 6);
    expect(mean.high).toBeCloseTo(0.1, 6);
  });
});
