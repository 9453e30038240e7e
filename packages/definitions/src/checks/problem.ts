/** The kind of a problem, for programs. Absent in a Problem = `invalid`. */
export type ProblemCode =
  | 'invalid'
  | 'required'
  | 'empty'
  | 'unknown_member'
  | 'unknown_reference'
  | 'duplicate'
  | 'limit'
  | 'taken'
  | 'in_use'
  | 'deleted'
  | 'conflict'
  | 'not_ready'
  | 'not_revertible'
  | 'approval_required'
  | 'comment_required';

/** Something in the settings that a problem or an error names. */
export interface Resource {
  /** `feature`, `segment`, `environment`, `webhook endpoint`, … */
  readonly kind: string;
  /** Its slug, its id, or the address of an account. */
  readonly slug: string;
  /** The project that it belongs to, where that is not the one of the request's path. */
  readonly project?: string;
  /** The environment that a use of it was found in. */
  readonly environment?: string;
}

/** A problem of a document. `path` says where: `features[2].variables[0].type`; empty = the whole document. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  readonly code?: ProblemCode;
  readonly resource?: Resource;
}

/** The problems that are reported of a document. Checks stop after one more, because a document can have as many problems as characters. */
export const maxProblems = 1_000;

/** Paths shorten the names of members to this many UTF-16 units, because a name may be as long as the body. */
const longestNameInPath = 100;

/**
 * Returns the path of a member: `path.name`, or `path["name"]` for a name with other characters than letters, digits, `_` and
 * `-`.
 */
export function memberPath(path: string, name: string): string {
  const shown = shortened(name, longestNameInPath);
  if (!/^[\w-]+$/.test(shown)) return `${path}[${JSON.stringify(shown)}]`;
  return path === '' ? shown : `${path}.${shown}`;
}

/** Returns the text, or its first `maxCharacters` UTF-16 units and an ellipsis. */
export function shortened(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).toWellFormed()}…`;
}

/** Returns at most `most` problems and one more, which shows the caller that there are more. */
export function firstProblems(problems: Iterable<Problem>, most = maxProblems): Problem[] {
  const first: Problem[] = [];
  for (const problem of problems) {
    first.push(problem);
    if (first.length > most) break;
  }
  return first;
}

/** Yields all of `found`, then all of `lookedFor`, which is evaluated only as far as the caller reads. */
export function* concatProblems(found: Iterable<Problem>, lookedFor: Iterable<Problem>): Generator<Problem> {
  yield* found;
  yield* lookedFor;
}

/** Thrown for a document or a change that is invalid. `problems` has at most `maxProblems` and one more; the message lists them by line. */
export class ProblemsFound extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: Iterable<Problem>) {
    const first = firstProblems(problems);
    const lines = first
      .slice(0, maxProblems)
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super([...lines, ...(first.length > maxProblems ? ['and more'] : [])].join('\n'));
    this.name = 'ProblemsFound';
    this.problems = first;
  }
}
