import type { Problem } from '@bunting/definitions/checks';
import { type Document, isMap, isScalar, isSeq } from 'yaml';

/** The nodes of values that `parseDocument` has read. */
const documents = new WeakMap<object, Document>();

/** Remembers what a value was read from, for `withQuoteHints`. */
export function rememberSource(value: unknown, document: Document): void {
  if (typeof value === 'object' && value !== null) documents.set(value, document);
}

const asksForText = /^must be a string\b(?!.*quotes)/;

/**
 * Adds to problems of a value from `parseDocument` how to write a string that YAML reads as something else: `1.10` and `1e3` are numbers,
 * `true` is a boolean, `~` and nothing are null. The text of the document stands in no message, because it may contain secrets.
 */
export function withQuoteHints(value: unknown, problems: readonly Problem[]): Problem[] {
  const document = typeof value === 'object' && value !== null ? documents.get(value) : undefined;
  if (document === undefined) return [...problems];
  return problems.map((problem) => {
    if (!asksForText.test(problem.message) || !isPlain(document, problem.path)) return problem;
    return { ...problem, message: `${problem.message}: quote it` };
  });
}

const step = /([\w-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g;

/**
 * Returns whether the value at the path is an unquoted scalar that is not a string. Does not find names that a path
 * shortens.
 */
function isPlain(document: Document, path: string): boolean {
  let node: unknown = document.contents;
  for (const [, name, index, quoted] of path.matchAll(step)) {
    if (index !== undefined && isSeq(node)) node = node.items[Number(index)];
    else if (isMap(node)) {
      const wanted = name ?? (quoted === undefined ? index : (JSON.parse(quoted) as string));
      const pair = node.items.find(
        ({ key }) => isScalar(key) && (key.source ?? String(key.value)) === wanted,
      );
      node = pair?.value;
    } else return false;
  }
  // Nothing at all is null: `slug:`.
  return node === null || (isScalar(node) && typeof node.value !== 'string');
}
