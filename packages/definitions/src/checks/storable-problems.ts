import { memberPath, maxProblems, type Problem } from './problem.ts';

/** The levels that a document may have. Recursive functions read documents, and would exceed the stack without a bound. */
export const deepest = 100;

/** UTF-16 units of a member's name; values of variables of type json have names that their authors choose. */
const maxNameLength = 500;

/** A container whose members are being checked. */
interface Position {
  readonly container: object;
  /** Absent = a list. */
  readonly names: readonly string[] | undefined;
  readonly size: number;
  next: number;
}

/**
 * Finds what JSON and YAML can express and PostgreSQL cannot store: U+0000, unpaired surrogates, numbers that are not finite; also
 * nesting deeper than 100 levels and names longer than 500 characters. All other checks rely on it. Returns at most `most` problems
 * and one more. Paths begin with `root`.
 */
export function storableProblems(document: unknown, root = '', most = maxProblems): Problem[] {
  const problems: Problem[] = [];
  const indexes: Position[] = [];
  const tell = (message: string) => void problems.push({ path: pathOf(root, indexes), message });
  const look = (value: unknown) => {
    if (typeof value === 'string') {
      if (!isStorableText(value)) tell('contains U+0000 or half of a surrogate pair');
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) tell('must be a finite number');
    } else if (typeof value === 'object' && value !== null) {
      if (indexes.length === deepest) tell(`is nested more than ${deepest} levels deep`);
      else indexes.push(indexOfSlug(value));
    }
  };
  look(document);
  for (let index = indexes.at(-1); index !== undefined; index = indexes.at(-1)) {
    if (problems.length > most) break;
    if (index.next === index.size) {
      indexes.pop();
      continue;
    }
    const { container, names, next } = index;
    index.next += 1;
    const name = names?.[next];
    if (name === undefined) {
      look((container as readonly unknown[])[next]);
      continue;
    }
    if (name.length > maxNameLength) tell(`has a name of more than ${maxNameLength} characters`);
    else if (!isStorableText(name)) tell('contains U+0000 or half of a surrogate pair');
    look((container as Readonly<Record<string, unknown>>)[name]);
  }
  return problems;
}

function indexOfSlug(container: object): Position {
  if (Array.isArray(container)) return { container, names: undefined, size: container.length, next: 0 };
  const names = Object.keys(container);
  return { container, names, size: names.length, next: 0 };
}

/** Returns the path of the member that was checked last. */
function pathOf(root: string, indexes: readonly Position[]): string {
  return indexes.reduce((path, { names, next }) => {
    return names === undefined ? `${path}[${next - 1}]` : memberPath(path, names[next - 1]!);
  }, root);
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
