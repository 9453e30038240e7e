import type { Usage, UsageHistory } from '../../api/types.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the day of this month on which the users reach the cap at the rate of the last seven days; undefined = not this month. The first day of a
 * month is too early for a forecast. `days`: the users by the end of each day of the month, the last one until now.
 */
export function dayOfCap(
  days: UsageHistory['days'],
  cap: number | null,
  now: Date,
): Date | 'too early' | undefined {
  const latest = days.at(-1);
  if (cap === null || latest === undefined || latest.mau_used >= cap) return undefined;
  const earlier = days.at(-8) ?? days[0]!;
  const span = days.length > 7 ? 6 + partOfDay(now) : days.length - 1 + partOfDay(now);
  const since = days.length > 7 ? earlier.mau_used : 0;
  const perDay = (latest.mau_used - since) / span;
  if (span < 1) return 'too early';
  if (perDay <= 0) return undefined;
  const at = new Date(now.getTime() + ((cap - latest.mau_used) / perDay) * dayMs);
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return at.getTime() < end ? at : undefined;
}

const partOfDay = (now: Date) => (now.getTime() % dayMs) / dayMs;

/** Describes the effect of the cap in one sentence. */
export function capSentence({ mau_cap: cap, mau_used: used }: Pick<Usage, 'mau_cap' | 'mau_used'>): string {
  if (cap === null) return 'No limit. All users are counted.';
  if (used >= cap) {
    return 'Limit reached. Known users keep working; new users get a 403 until next month.';
  }
  return 'At the limit, known users keep working; new users get a 403 until next month.';
}

/** Returns the months from the first one with users. */
export function monthsWithUsers(items: UsageHistory['items']): UsageHistory['items'] {
  const first = items.findIndex(({ mau_used: used }) => used > 0);
  return first < 0 ? [] : items.slice(first);
}
