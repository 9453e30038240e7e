import { isUtf8 } from 'node:buffer';
import { checkImport, importSchema, parseDocument } from '@bunting/bootstrap';
import type { ImportInput } from '@bunting/bootstrap';
import {
  bothOf,
  createShapeCheck,
  firstProblems,
  ProblemsFound,
  roundedNumbers,
  storableProblems,
} from '@bunting/definitions';
import type { Problem } from '@bunting/definitions';
import { errors, parseJsonObject } from '@bunting/service';

const hasShape = createShapeCheck(importSchema);

/**
 * A document for an import, read and found right as far as it can be told from the document alone. Throws an HttpError or
 * `ProblemsFound`.
 */
export function readImport(bytes: Buffer, isYaml: boolean): ImportInput {
  const document = isYaml ? readYaml(bytes) : readJson(bytes);
  refuse(storableProblems(document));
  const misshapen = hasShape.problems(document);
  refuse(bothOf(misshapen, checkImport(document, misshapen)));
  return document as ImportInput;
}

function readYaml(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw errors.bodyNotObject;
  return parseDocument(bytes.toString());
}

/** The parser cannot be stopped where it runs out of memory, so it is not begun: an import of 10,000 features has 400,000. */
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
