import type { Timetable } from '../compile/timetable.ts';

/** While a ramp runs, evaluations are refreshed at every full five minutes. */
const rampStepMs = 300_000;

/** A period in which no schedule and no ramp of the datafile begins or ends. */
interface Period {
  readonly from: number;
  readonly until: number;
  readonly isRampRunning: boolean;
  readonly nextInstant: number;
}

/**
 * Finds when the features of a datafile next serve something else although nobody changes them. Going through all timetables takes as long
 * as there are some, so the result is kept for the period in which it stays true.
 */
export class RefreshTimes {
  private readonly timetables = new Map<
    string,
    { readonly timetable: Timetable; readonly isClient: boolean }
  >();
  private ofAll: Period | undefined = undefined;
  private ofClient: Period | undefined = undefined;

  /** Replaces the timetable of a feature. `isClient`: client keys get one of its variables. */
  set(featureId: string, timetable: Timetable | undefined, isClient: boolean): void {
    const isUnchanged = timetable === undefined && !this.timetables.has(featureId);
    if (isUnchanged) return;
    this.ofAll = undefined;
    this.ofClient = undefined;
    if (timetable === undefined) this.timetables.delete(featureId);
    else this.timetables.set(featureId, { timetable, isClient });
  }

  /**
   * Returns the next instant after `now`, in milliseconds, at which a schedule begins or ends or a rollout has its first stage; while a
   * ramp runs, the next full five minutes, if that is sooner. `undefined` = never.
   */
  nextAfter(now: number, isClientOnly: boolean): number | undefined {
    if (this.timetables.size === 0) return undefined;
    let period = isClientOnly ? this.ofClient : this.ofAll;
    if (period === undefined || now < period.from || now >= period.until) {
      period = this.periodAt(now, isClientOnly);
      if (isClientOnly) this.ofClient = period;
      else this.ofAll = period;
    }
    const rampStep = period.isRampRunning ? (Math.floor(now / rampStepMs) + 1) * rampStepMs : Infinity;
    const next = Math.min(period.nextInstant, rampStep);
    return next === Infinity ? undefined : next;
  }

  private periodAt(now: number, isClientOnly: boolean): Period {
    let nextInstant = Infinity;
    let firstRampEnd = Infinity;
    for (const { timetable, isClient } of this.timetables.values()) {
      if (isClientOnly && !isClient) continue;
      for (const instant of timetable.instants) {
        if (instant > now && instant < nextInstant) nextInstant = instant;
      }
      for (const { from, to } of timetable.ramps) {
        if (from <= now && now < to && to < firstRampEnd) firstRampEnd = to;
      }
    }
    return {
      from: now,
      until: Math.min(nextInstant, firstRampEnd),
      isRampRunning: firstRampEnd !== Infinity,
      nextInstant,
    };
  }
}
