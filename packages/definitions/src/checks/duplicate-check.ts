import type { Problem } from './problem.ts';

/** Remembers what has been given where, and objects to the second time. */
export interface DuplicateCheck {
  enter(value: string, path: string): Generator<Problem>;
}

/** With `isSecret` the value is not repeated in the message. */
export function createDuplicateCheck({ isSecret = false } = {}): DuplicateCheck {
  const paths = new Map<string, string>();
  return {
    *enter(value, path) {
      const first = paths.get(value);
      if (first === undefined) paths.set(value, path);
      else yield { path, message: `${isSecret ? 'stands' : `"${value}" stands`} already at ${first}` };
    },
  };
}
