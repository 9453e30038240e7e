import { memberPath, maxProblems, type Problem } from '../checks/problem.ts';

/** Deeper than any definition, and no deeper than what walks through it by calling itself can stand. */
export const deepest = 100;

/** Of a member's name, which variables of type json may choose as well. */
const maxNameLength = 500;

/** A container whose members are being looked at. */
interface Position {
  readonly container: object;
  /** Absent = a list. */
  readonly names: readonly string[] | undefined;
  readonly size: number;
  next: number;
}

/**
 * What JSON and YAML can say and PostgreSQL cannot hold: U+0000, half of a surrogate pair, numbers that are not
 * finite; nesting without end, and names that nobody would write. Everything else may rely on none of it being there.
 * The first `most` of them and one more; paths are written for these alone.
 */
export function storableProblems(document: unknown, root = '', most = maxProblems): Problem[] {
  const problems: Problem[] = [];
  const indexes: Position[] = [];
  const tell = (message: string) => void problems.push({ path: pathOf(root, indexes), message });
  const look = (value: unknown) => {
    if (typeof value === 'string') {
      if (!isStorableText(value)) tell('holds U+0000 or half of a surrogate pair');
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
    // A name is text like any other.
    if (name.length > maxNameLength) tell(`has a name of more than ${maxNameLength} characters`);
    else if (!isStorableText(name)) tell('holds U+0000 or half of a surrogate pair');
    look((container as Readonly<Record<string, unknown>>)[name]);
  }
  return problems;
}

function indexOfSlug(container: object): Position {
  if (Array.isArray(container)) return { container, names: undefined, size: container.length, next: 0 };
  const names = Object.keys(container);
  return { container, names, size: names.length, next: 0 };
}

/** From the document down to the member that was looked at last. */
function pathOf(root: string, indexes: readonly Position[]): string {
  return indexes.reduce((path, { names, next }) => {
    return names === undefined ? `${path}[${next - 1}]` : memberPath(path, names[next - 1]!);
  }, root);
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
