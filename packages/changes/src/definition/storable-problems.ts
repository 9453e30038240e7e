import { memberPath } from './problem.ts';
import type { Problem } from './problem.ts';

/** Deeper than any definition, and no deeper than what walks through it by calling itself can stand. */
export const deepest = 100;

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/**
 * What JSON and YAML can say and PostgreSQL cannot hold: U+0000, half of a surrogate pair, numbers that are not
 * finite; and nesting without end. Everything else may rely on none of it being there.
 */
export function storableProblems(document: unknown, root = ''): Problem[] {
  const problems: Problem[] = [];
  const places: Place[] = [{ value: document, path: root, depth: 0 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, path, depth } = place;
    if (typeof value === 'string') {
      if (!isStorableText(value))
        problems.push({ path, message: 'holds U+0000 or half of a surrogate pair' });
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) problems.push({ path, message: 'must be a finite number' });
    } else if (typeof value === 'object' && value !== null) {
      if (depth === deepest) problems.push({ path, message: `is nested more than ${deepest} levels deep` });
      else for (const member of membersOf(value, path, depth + 1)) places.push(member);
    }
  }
  return problems.toReversed();
}

function* membersOf(value: object, path: string, depth: number): Generator<Place> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      yield { value: entry as unknown, path: `${path}[${index}]`, depth };
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const memberOf = memberPath(path, name);
    // A name is text like any other.
    yield { value: name, path: memberOf, depth };
    yield { value: member as unknown, path: memberOf, depth };
  }
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
