import { asList, asRecord, type StoredRecord } from '../definition/stored.ts';
import type { Rollout } from '../model/rollout.ts';
import type { Schedule } from '../model/schedule.ts';
import { sortNumbers } from '../values/scalar-set.ts';
import { compileRollout } from './compile-rollout.ts';
import { compileSchedule } from './compile-schedule.ts';
import type { Steps } from './steps.ts';

/** When a feature serves something else although nobody changes it. All times are milliseconds since 1970. */
export interface Timetable {
  /** The ends of schedules and the first stages of rollouts, in any order. */
  readonly instants: readonly number[];
  /** From the first stage of a rollout up to its last one: the percentage may be another in every moment. */
  readonly ramps: readonly Ramp[];
}

interface Ramp {
  readonly from: number;
  readonly to: number;
}

/** The members of a rule that depend on the time. */
export const timedMembers = /"(?:schedule|stages)"/;

/**
 * Reads the timetable of stored targeting; `undefined` = its rules serve the same at any time. It is not read from compiled rules: a
 * feature has the same timetable before it is compiled, so that all processes compute one entity tag.
 */
export function* readTimetable(targeting: unknown): Steps<Timetable | undefined> {
  const stored = asRecord(targeting);
  if (stored?.['enabled'] !== true) return undefined;
  const instants: number[] = [];
  const ramps: Ramp[] = [];
  for (const entry of asList(stored['rules']) ?? []) {
    const rule = asRecord(entry);
    if (rule !== undefined && (rule['enabled'] ?? true) === true) addRule(rule, instants, ramps);
    yield;
  }
  return instants.length === 0 ? undefined : { instants: sortNumbers(instants), ramps };
}

function addRule(rule: StoredRecord, instants: number[], ramps: Ramp[]): void {
  const schedule = rule['schedule'] == null ? undefined : compileSchedule(rule['schedule']);
  if (schedule !== undefined) addSchedule(schedule, instants);
  const rollout = rule['rollout'] == null ? undefined : compileRollout(rule['rollout']);
  if (typeof rollout === 'object') addRollout(rollout, instants, ramps);
}

function addSchedule({ from, to }: Schedule, instants: number[]): void {
  if (Number.isFinite(from)) instants.push(from);
  if (Number.isFinite(to)) instants.push(to);
}

function addRollout(rollout: Exclude<Rollout, number>, instants: number[], ramps: Ramp[]): void {
  const [first, last] = [rollout[0], rollout.at(-1)];
  if (first === undefined || last === undefined) return;
  instants.push(first.at);
  if (last.at > first.at) ramps.push({ from: first.at, to: last.at });
}
