import { memberPath, type Problem } from '../checks/problem.ts';

/** Thrown where checking a value takes more steps than it may. */
export class TooMuchWork extends Error {}

/** The steps that checks may still take. One takes ten to a hundred nanoseconds. */
export interface Work {
  steps: number;
}

/** Takes steps from the work. Throws `TooMuchWork` when none are left. */
export function spend(work: Work, steps: number): void {
  work.steps -= steps;
  if (work.steps < 0) throw new TooMuchWork();
}

/** One check of one value. */
export interface Run {
  readonly work: Work;
  readonly problems: Problem[];
  /** Number of nested schemas being checked. */
  depth: number;
}

/** Problems that are reported of one value. */
const mostProblems = 20;

/** Each level takes three frames of the stack. */
const deepest = 1_000;

/**
 * A keyword of a schema with its value. `path` = the path of the value; undefined = no problems are reported, because another schema may still
 * be met.
 */
export type Check = (value: unknown, run: Run, path: string | undefined) => boolean;

/** A schema that is compiled. */
export interface SchemaNode {
  readonly checks: Check[];
  /** The schemas that are checked for the same value. */
  readonly applied: SchemaNode[];
}

/** Returns whether a value is valid. */
export function isValid(node: SchemaNode, value: unknown, run: Run, path: string | undefined): boolean {
  spend(run.work, 1 + node.checks.length);
  run.depth += 1;
  if (run.depth > deepest) throw new TooMuchWork();
  let valid = true;
  for (const check of node.checks) {
    if (check(value, run, path)) continue;
    valid = false;
    if (path === undefined || run.problems.length >= mostProblems) break;
  }
  run.depth -= 1;
  return valid;
}

/** Reports a problem if problems are wanted. Returns false. */
export function fail(run: Run, path: string | undefined, message: string): false {
  if (path !== undefined && run.problems.length < mostProblems) run.problems.push({ path, message });
  return false;
}

/** Returns the path of a member or an entry of the value at `path`. */
export function below(path: string | undefined, name: string | number): string | undefined {
  if (path === undefined) return undefined;
  return typeof name === 'number' ? `${path}[${name}]` : memberPath(path, name);
}
