import { isUtf8 } from 'node:buffer';
import {
  firstProblems,
  inexact,
  isExact,
  maxProblems,
  memberPath,
  type Problem,
  ProblemsFound,
} from '@bunting/definitions/checks';
import {
  type Document,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument as parseYaml,
  stringify,
  visit,
  type YAMLMap,
} from 'yaml';
import { rememberSource } from './quote-hints.ts';
import { messageOfError, problemOfFailure } from './yaml-problems.ts';

/**
 * Decodes a document. Throws `ProblemsFound` if the bytes are not UTF-8: decoding would turn each invalid byte into U+FFFD, so different names
 * would become one.
 */
export function textOfDocument(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new ProblemsFound([{ path: 'document', message: 'is not UTF-8' }]);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

/**
 * Parses YAML or JSON (which is YAML too). Throws `ProblemsFound` with the line of each syntax error, duplicate keys included, and
 * with the path of each number that would be rounded. At worst a megabyte takes some seconds and a gigabyte of memory, so
 * documents of strangers are parsed in a worker.
 */
export function parseDocument(text: string): unknown {
  try {
    const lines = new LineCounter();
    // Without known tags the result is plain JSON: no Set, no Buffer. The library's checks for duplicate keys and its error
    // messages take quadratic time, so both are done here.
    const options = { lineCounter: lines, resolveKnownTags: false, uniqueKeys: false, prettyErrors: false };
    const document = parseYaml(text, options);
    const lineOf = (position: number) => `line ${lines.linePos(position).line || 1}`;
    refuse(syntaxProblems(document, lineOf));
    refuse(contentProblems(document, lineOf));
    const value = document.toJS() as unknown;
    refuseCycles(value);
    rememberSource(value, document);
    return value;
  } catch (error) {
    if (error instanceof ProblemsFound) throw error;
    throw new ProblemsFound([problemOfFailure(error)]);
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
    for (const error of list) yield { path: lineOf(error.pos[0]), message: messageOfError(error) };
  }
}

/** The library searches all anchors for each alias. */
const maxAliases = 1_000;

/** Finds duplicate keys, numbers and keys that would change, and too many aliases. */
function contentProblems(document: Document, lineOf: LineOf): Problem[] {
  const problems: Problem[] = [];
  let aliases = 0;
  visit(document, {
    Map(_, map) {
      problems.push(...duplicateKeys(map, lineOf, maxProblems + 1 - problems.length));
      return problems.length > maxProblems ? visit.BREAK : undefined;
    },
    Alias() {
      aliases += 1;
      if (aliases <= maxAliases) return undefined;
      problems.push({ path: 'document', message: `has more than ${maxAliases} aliases` });
      return visit.BREAK;
    },
    Scalar(key, node, ancestors) {
      if (typeof node.value === 'string' || node.source === undefined) return undefined;
      const path = () => pathOf([...ancestors, node]);
      // A key is the text that was written, not the number, the boolean or the null that YAML reads from it.
      if (key === 'key' && nameOfKey(node.value) !== node.source) {
        const kind = node.value === null ? 'null' : `a ${typeof node.value}`;
        const message = `must be quoted: as ${kind} it would become ${nameOfKey(node.value) || 'empty'}`;
        problems.push({ path: memberPath(path(), node.source), message });
      } else if (key !== 'key' && typeof node.value === 'number' && !isExact(node.source)) {
        problems.push(inexact(path(), node.source));
      }
      return problems.length > maxProblems ? visit.BREAK : undefined;
    },
  });
  return problems;
}

/** Scalars without tags. */
type Key = string | number | boolean | bigint | null;

/** Returns the name that a YAML key gets in the document. */
function nameOfKey(value: unknown): string {
  return String((value as Key) ?? '');
}

function duplicateKeys(map: YAMLMap, lineOf: LineOf, max: number): Problem[] {
  const names = new Set<string>();
  const problems: Problem[] = [];
  for (const { key } of map.items) {
    if (!isScalar<string | number | boolean | bigint | null>(key) || problems.length >= max) continue;
    const name = nameOfKey(key.value);
    if (names.has(name)) {
      problems.push({
        path: lineOf(key.range?.[0] ?? 0),
        message: 'has a duplicate key',
      });
    }
    names.add(name);
  }
  return problems;
}

/** Returns the path of a value or key whose ancestors are the nodes before it. */
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

/** Throws if an alias is inside its own anchor: the value would be infinite. */
function refuseCycles(value: unknown): void {
  JSON.stringify(value);
}

/** Writes YAML that `parseDocument` reads back as the same value, and that readers of YAML 1.1 read alike: `"off"`, `"no"`. */
export function writeDocument(document: unknown): string {
  return stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 });
}
