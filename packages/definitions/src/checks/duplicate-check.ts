import type { Problem } from './problem.ts';

/** Remembers the path of each value, and yields a problem when a value is entered again. */
export interface DuplicateCheck {
  enter(value: string, path: string): Generator<Problem>;
}

/** Creates a check that knows no value yet. With `isSecret` messages do not repeat the value. */
export function createDuplicateCheck({ isSecret = false } = {}): DuplicateCheck {
  const paths = new Map<string, string>();
  return {
    *enter(value, path) {
      const first = paths.get(value);
      if (first === undefined) paths.set(value, path);
      else {
        const message = `${isSecret ? 'is' : `"${value}" is`} already used at ${first}`;
        yield { path, message, code: 'duplicate' };
      }
    },
  };
}
