/** One thing that is wrong with what somebody gave, and where: `features[2].variables[0].type`. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** The path of a member: `.name` where the name reads well that way, `["name"]` where it does not. */
export function memberPath(path: string, name: string): string {
  if (!/^[\w-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** A change that cannot be made. Every problem is listed, not the first one alone. */
export class ProblemsFound extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n'));
    this.name = 'ProblemsFound';
    this.problems = problems;
  }
}
