import type { Runtime } from '../schedule/runtime.ts';

/** Which exposures were sent. */
export interface ExposureLog {
  /** True the first time of a day; the user is a text that stands for them. */
  isNew(user: string, variable: string, variation: string): boolean;
}

/** More are forgotten together, and sent once more. */
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
