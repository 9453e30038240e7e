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
  /** True if the schema uses which members and entries are evaluated. */
  readonly tracks: boolean;
}

/** Problems that are reported of one value. */
const mostProblems = 20;

/** Each level takes three frames of the stack. */
const deepest = 1_000;

/**
 * A keyword of a schema with what it says. `path` is where the value stands; undefined = problems are not wanted, because another schema
 * may still be met. `evaluated` = what other keywords have looked at.
 */
export type Check = (
  value: unknown,
  run: Run,
  path: string | undefined,
  evaluated: Evaluated | undefined,
) => boolean;

/** A schema that is compiled. */
export interface SchemaNode {
  /** The checks; those of `unevaluatedItems` and `unevaluatedProperties` come last. */
  readonly checks: Check[];
  /** The schemas that are checked for the same value. */
  readonly applied: SchemaNode[];
}

/** The members and entries of a value that successful schemas have looked at (JSON Schema §11). */
export interface Evaluated {
  readonly names: Set<string>;
  readonly indexes: Set<number>;
}

/** Returns whether a value is valid. If it is, the evaluated parts are added to `outer`. */
export function isValid(
  node: SchemaNode,
  value: unknown,
  run: Run,
  path: string | undefined,
  outer?: Evaluated,
): boolean {
  spend(run.work, 1 + node.checks.length);
  run.depth += 1;
  if (run.depth > deepest) throw new TooMuchWork();
  const own = run.tracks ? { names: new Set<string>(), indexes: new Set<number>() } : undefined;
  let valid = true;
  for (const check of node.checks) {
    if (check(value, run, path, own)) continue;
    valid = false;
    if (path === undefined || run.problems.length >= mostProblems) break;
  }
  run.depth -= 1;
  if (valid && own !== undefined && outer !== undefined) {
    spend(run.work, own.names.size + own.indexes.size);
    for (const name of own.names) outer.names.add(name);
    for (const index of own.indexes) outer.indexes.add(index);
  }
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
