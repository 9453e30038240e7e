import { asRecord, asText } from '../definition/stored.ts';
import type { Schedule } from '../model/schedule.ts';
import { parseInstant } from '../values/instant.ts';

/** Compiles a schedule; `undefined` = malformed, never open. An end that is not set is open. */
export function compileSchedule(stored: unknown): Schedule | undefined {
  const schedule = asRecord(stored);
  const from = instantOr(-Infinity, schedule?.['from']);
  const to = instantOr(Infinity, schedule?.['to']);
  return schedule === undefined || from === undefined || to === undefined ? undefined : { from, to };
}

function instantOr(otherwise: number, stored: unknown): number | undefined {
  return stored == null ? otherwise : parseInstant(asText(stored) ?? '');
}
