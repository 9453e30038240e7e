import {
  createDuplicateCheck,
  firstProblems,
  isObject,
  type Problem,
  wellShapedPaths,
} from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { checkProject } from '../check/check-project.ts';
import { projectSchema } from '../document/project-schema.ts';

/** The format of an import: a project's part of the document. The caller decides into which project it is imported. */
export const importSchema = Type.Object(
  {
    prune: Type.Optional(
      Type.Boolean({ description: 'true = deletes everything from the project that is not in the document' }),
    ),
    ...projectSchema.properties,
    slug: Type.Optional(projectSchema.properties.slug),
  },
  { title: 'ProjectImport', additionalProperties: false },
);

/** A project as an import describes it. */
export type ImportInput = Static<typeof importSchema>;

/** Returns the problems of an import, except those of its shape, which are given. */
export function checkImport(document: unknown, shapeProblems: readonly Problem[]): Problem[] {
  if (!isObject(document)) return [];
  const dependencies = {
    isWellShaped: wellShapedPaths(shapeProblems),
    secrets: createDuplicateCheck({ isSecret: true }),
  };
  return firstProblems(checkProject(document, '', dependencies));
}
