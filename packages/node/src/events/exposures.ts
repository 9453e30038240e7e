import type { Runtime } from '../schedule/runtime.ts';

/** The exposures that were sent. */
export interface ExposureLog {
  /** Returns true for the first exposure of a day. `user` is a text that identifies them. */
  isNew(user: string, variable: string, variation: string): boolean;
}

/** Beyond this number the log starts anew, and exposures are sent once more. */
export const maxExposures = 100_000;
const dayMs = 24 * 3_600_000;

export function createExposureLog(runtime: Runtime): ExposureLog {
  const seen = new Set<string>();
  let day = 0;
  return {
    isNew(user, variable, variation) {
      const today = Math.floor(runtime.date() / dayMs);
      if (today !== day || seen.size >= maxExposures) seen.clear();
      day = today;
      const entry = `${variable}\n${variation}\n${user}`;
      if (seen.has(entry)) return false;
      seen.add(entry);
      return true;
    },
  };
}
