/** Milliseconds; `from` inclusive, `to` exclusive. */
export interface Schedule {
  readonly from: number;
  readonly to: number;
}

export function isOpen(schedule: Schedule, now: number): boolean {
  return now >= schedule.from && now < schedule.to;
}
