/** A calendar month in UTC: the span in which monthly active users are counted. */
export interface CalendarMonth {
  /** Such as `2026-11`. */
  readonly name: string;
  /** Such as `2026-11-01`. */
  readonly firstDay: string;
  /** The first millisecond that no longer belongs to it. */
  readonly endsAt: number;
  /** Unix seconds at which Redis may forget the month: late enough for a lagging clock and for the last users to reach PostgreSQL. */
  readonly keysExpireAt: number;
}

const keptAfterwardsSeconds = 7 * 24 * 60 * 60;

export function toCalendarMonth(time: number): CalendarMonth {
  const date = new Date(time);
  const firstDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1))
    .toISOString()
    .slice(0, 10);
  const endsAt = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return {
    name: firstDay.slice(0, 7),
    firstDay,
    endsAt,
    keysExpireAt: endsAt / 1000 + keptAfterwardsSeconds,
  };
}
