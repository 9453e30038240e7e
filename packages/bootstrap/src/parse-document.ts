import { isKept, memberPath, notKept, ProblemsFound } from '@bunting/changes';
import type { Problem } from '@bunting/changes';
import { isPair, isScalar, isSeq, LineCounter, parseDocument as parseYaml, visit } from 'yaml';
import type { Document } from 'yaml';

/**
 * Reads YAML or JSON (which is YAML as well). Throws `ProblemsFound` with the line of every syntax error; a name that
 * stands twice in one object is one; with the path of every number that would be rounded.
 */
export function parseDocument(text: string): unknown {
  try {
    // Without known tags nothing but JSON comes out: no Set, no Buffer.
    const document = parseYaml(text, { lineCounter: new LineCounter(), resolveKnownTags: false });
    if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw new RangeError();
    const problems = [...document.errors, ...document.warnings].map(({ linePos, message }) => ({
      path: `line ${linePos?.[0].line ?? 1}`,
      message: firstLine(message),
    }));
    if (problems.length > 0) throw new ProblemsFound(problems);
    const rounded = roundedNumbers(document);
    if (rounded.length > 0) throw new ProblemsFound(rounded);
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

function roundedNumbers(document: Document): Problem[] {
  const problems: Problem[] = [];
  visit(document, {
    Scalar(key, node, ancestors) {
      if (typeof node.value !== 'number' || node.source === undefined) return;
      const path = () => pathOf([...ancestors, node]);
      // A name is text: what was written, not what it would be as a number.
      if (key === 'key' && String(node.value) !== node.source) {
        const message = `must stand in quotes: as a number it would become ${node.value}`;
        problems.push({ path: memberPath(path(), node.source), message });
      } else if (key !== 'key' && !isKept(node.source)) problems.push(notKept(path(), node.source));
    },
  });
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
