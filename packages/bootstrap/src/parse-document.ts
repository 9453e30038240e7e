import {
  firstProblems,
  isExact,
  memberPath,
  maxProblems,
  inexact,
  ProblemsFound,
} from '@bunting/definitions';
import type { Problem } from '@bunting/definitions';
import { isPair, isScalar, isSeq, LineCounter, parseDocument as parseYaml, visit } from 'yaml';
import type { Document, YAMLMap } from 'yaml';

/**
 * Reads YAML or JSON (which is YAML as well). Throws `ProblemsFound` with the line of syntax errors; a name that
 * stands twice in one object is one; with the path of numbers that would be rounded. At the worst a megabyte takes some
 * seconds and as much as a gigabyte of memory: what comes from strangers is read in a worker.
 */
export function parseDocument(text: string): unknown {
  try {
    const lines = new LineCounter();
    // Without known tags nothing but JSON comes out: no Set, no Buffer. What the library does about names that stand twice, and
    // about the words of errors, takes the square of their number: both are done here.
    const options = { lineCounter: lines, resolveKnownTags: false, uniqueKeys: false, prettyErrors: false };
    const document = parseYaml(text, options);
    const lineOf = (position: number) => `line ${lines.linePos(position).line || 1}`;
    refuse(syntaxProblems(document, lineOf));
    refuse(look(document, lineOf));
    const value = document.toJS() as unknown;
    refuseCircles(value);
    return value;
  } catch (error) {
    if (error instanceof ProblemsFound) throw error;
    const message =
      error instanceof RangeError
        ? 'is nested too deeply'
        : `cannot be read: ${firstLine((error as Error).message)}`;
    throw new ProblemsFound([{ path: 'document', message }]);
  }
}

type LineOf = (position: number) => string;

function refuse(problems: Iterable<Problem>): void {
  const first = firstProblems(problems);
  if (first.length > 0) throw new ProblemsFound(first);
}

function* syntaxProblems({ errors, warnings }: Document.Parsed, lineOf: LineOf): Generator<Problem> {
  if (errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw new RangeError();
  for (const list of [errors, warnings]) {
    for (const { pos, message } of list) yield { path: lineOf(pos[0]), message: firstLine(message) };
  }
}

/** Each is looked for among all anchors. */
const maxAliases = 1_000;

/** Names that stand twice, numbers and names that would become others, and aliases without number. */
function look(document: Document, lineOf: LineOf): Problem[] {
  const problems: Problem[] = [];
  let aliases = 0;
  visit(document, {
    Map(_, map) {
      problems.push(...namesTwice(map, lineOf, maxProblems + 1 - problems.length));
      return problems.length > maxProblems ? visit.BREAK : undefined;
    },
    Alias() {
      aliases += 1;
      if (aliases <= maxAliases) return undefined;
      problems.push({ path: 'document', message: `has more than ${maxAliases} aliases` });
      return visit.BREAK;
    },
    Scalar(key, node, ancestors) {
      if (typeof node.value !== 'number' || node.source === undefined) return undefined;
      const path = () => pathOf([...ancestors, node]);
      // A name is text: what was written, not what it would be as a number.
      if (key === 'key' && String(node.value) !== node.source) {
        const message = `must stand in quotes: as a number it would become ${node.value}`;
        problems.push({ path: memberPath(path(), node.source), message });
      } else if (key !== 'key' && !isExact(node.source)) problems.push(inexact(path(), node.source));
      return problems.length > maxProblems ? visit.BREAK : undefined;
    },
  });
  return problems;
}

function namesTwice(map: YAMLMap, lineOf: LineOf, most: number): Problem[] {
  const names = new Set<string>();
  const problems: Problem[] = [];
  for (const { key } of map.items) {
    if (!isScalar<string | number | boolean | bigint | null>(key) || problems.length >= most) continue;
    const name = String(key.value ?? '');
    if (names.has(name)) {
      problems.push({ path: lineOf(key.range?.[0] ?? 0), message: 'Map keys must be unique' });
    }
    names.add(name);
  }
  return problems;
}

/** From the document down to a value, or to the object whose name stands last. */
function pathOf(nodes: readonly unknown[]): string {
  return nodes.reduce<string>((path, node, depth) => {
    const next = nodes[depth + 1];
    if (isSeq(node)) return `${path}[${node.items.indexOf(next)}]`;
    return isPair(node) && next === node.value ? memberPath(path, nameOf(node.key)) : path;
  }, '');
}

function nameOf(key: unknown): string {
  return isScalar(key) ? (key.source ?? String(key.value)) : '';
}

/** An alias may stand inside what it names. Such a value has no end. */
function refuseCircles(value: unknown): void {
  JSON.stringify(value);
}

/** What follows the first line repeats the text of the document, which may hold secrets. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:$/, '');
}
