import { parseInstant } from './values/instant.ts';
import { recordOf, textOf } from './compile/stored.ts';

/** Milliseconds; `from` inclusive, `to` exclusive. */
export interface Schedule {
  readonly from: number;
  readonly to: number;
}

/** Compiles a schedule; `undefined` = malformed, never open. An end that is not set is open. */
export function compileSchedule(stored: unknown): Schedule | undefined {
  const schedule = recordOf(stored);
  const from = instantOr(-Infinity, schedule?.['from']);
  const to = instantOr(Infinity, schedule?.['to']);
  return schedule === undefined || from === undefined || to === undefined ? undefined : { from, to };
}

export function isOpen(schedule: Schedule, now: number): boolean {
  return now >= schedule.from && now < schedule.to;
}

function instantOr(otherwise: number, stored: unknown): number | undefined {
  return stored == null ? otherwise : parseInstant(textOf(stored) ?? '');
}
