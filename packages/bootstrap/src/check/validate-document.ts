import { storedSlug } from '@bunting/definitions';
import {
  concatProblems,
  createDuplicateCheck,
  createShapeCheck,
  firstProblems,
  objectParts,
  type Problem,
  ProblemsFound,
  storableProblems,
  wellShapedPaths,
} from '@bunting/definitions/checks';
import type { TargetRules } from '@bunting/webhooks';
import { withQuoteHints } from '../document/quote-hints.ts';
import { checkOrganisation } from './check-organisation.ts';
import { type BootstrapDocument, documentSchema } from '../document/document-schema.ts';

const hasShape = createShapeCheck(documentSchema);

/** The rules of the installation for documents. */
export interface ValidateOptions {
  /** Which webhook targets the operator allows; absent = https to public addresses. */
  readonly targetRules?: TargetRules;
}

/**
 * Returns the problems of a document, each with its path: at most a thousand and one. An empty list means that it can be
 * applied. Never throws.
 */
export function validateDocument(document: unknown, options: ValidateOptions = {}): Problem[] {
  return withQuoteHints(document, problemsOf(document, options));
}

function problemsOf(document: unknown, options: ValidateOptions): Problem[] {
  const unstorable = storableProblems(document);
  if (unstorable.length > 0) return unstorable;
  try {
    const shapeProblems = hasShape.problems(document);
    return firstProblems(
      concatProblems(shapeProblems, checkDocument(document as BootstrapDocument, shapeProblems, options)),
    );
  } catch (error) {
    if (error instanceof ProblemsFound) return [...error.problems];
    throw error;
  }
}

function* checkDocument(
  document: BootstrapDocument,
  shapeProblems: readonly Problem[],
  { targetRules = { allowInsecure: false } }: ValidateOptions,
): Generator<Problem> {
  const isWellShaped = wellShapedPaths(shapeProblems);
  const slugs = createDuplicateCheck();
  const dependencies = {
    isWellShaped,
    secrets: createDuplicateCheck({ isSecret: true }),
    targetRules,
  };
  for (const { value, path } of objectParts(document?.organisations, 'organisations')) {
    if (isWellShaped(`${path}.slug`)) yield* slugs.enter(storedSlug(value.slug), `${path}.slug`);
    yield* checkOrganisation(value, path, dependencies);
  }
}
