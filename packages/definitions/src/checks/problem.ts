/** One thing that is wrong with what somebody gave, and where: `features[2].variables[0].type`. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** As many as anybody reads. Who looks for problems stops behind them: what is wrong may be as long as what was given. */
export const maxProblems = 1_000;

/** Names of members are shortened to this in paths: a name may be as long as the body. */
const longestNameInPath = 100;

/** The path of a member: `.name` where the name reads well that way, `["name"]` where it does not. */
export function memberPath(path: string, name: string): string {
  const shown = shortened(name, longestNameInPath);
  if (!/^[\w-]+$/.test(shown)) return `${path}[${JSON.stringify(shown)}]`;
  return path === '' ? shown : `${path}.${shown}`;
}

/** The text, or its first characters and an ellipsis. */
export function shortened(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).toWellFormed()}…`;
}

/** The first of the problems, one more than `most` at the most: that there are more can be told, how many is not counted. */
export function firstProblems(problems: Iterable<Problem>, most = maxProblems): Problem[] {
  const first: Problem[] = [];
  for (const problem of problems) {
    first.push(problem);
    if (first.length > most) break;
  }
  return first;
}

/** The one, then the other, which is looked for only as far as somebody wants to know. */
export function* bothOf(found: Iterable<Problem>, lookedFor: Iterable<Problem>): Generator<Problem> {
  yield* found;
  yield* lookedFor;
}

/** A change that cannot be made. The first thousand problems are listed, not the first one alone. */
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
