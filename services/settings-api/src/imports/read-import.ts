import { isUtf8 } from 'node:buffer';
import {
  checkImport,
  importSchema,
  parseDocument,
  withQuoteHints,
  type ImportInput,
} from '@bunting/bootstrap/read-document';
import {
  concatProblems,
  createShapeCheck,
  firstProblems,
  ProblemsFound,
  roundedNumbers,
  storableProblems,
  type Problem,
} from '@bunting/definitions/checks';
import { errors, parseJsonObject } from '@bunting/service/read-body';

const shape = createShapeCheck(importSchema);

/**
 * Reads a document for an import and checks everything that the document alone shows. Throws an HttpError or `ProblemsFound`.
 */
export function readImport(bytes: Buffer, isYaml: boolean): ImportInput {
  const document = isYaml ? readYaml(bytes) : readJson(bytes);
  refuse(storableProblems(document));
  refuse(withQuoteHints(document, problemsOf(document)));
  return document as ImportInput;
}

function problemsOf(document: unknown): readonly Problem[] {
  try {
    const shapeProblems = shape.problems(document);
    return firstProblems(concatProblems(shapeProblems, checkImport(document, shapeProblems)));
  } catch (error) {
    if (error instanceof ProblemsFound) return error.problems;
    throw error;
  }
}

function readYaml(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw errors.bodyNotObject;
  return parseDocument(bytes.toString());
}

/** An import of 10,000 features has 400,000 parts. A document with too many is refused before it is parsed, because the parser cannot be stopped when it runs out of memory. */
const maxParts = 1_000_000;

function readJson(bytes: Buffer): unknown {
  const document = parseJsonObject(bytes, { maxParts });
  refuse(roundedNumbers(bytes.toString()));
  return document;
}

function refuse(problems: Iterable<Problem>): void {
  const first = firstProblems(problems);
  if (first.length > 0) throw new ProblemsFound(first);
}
