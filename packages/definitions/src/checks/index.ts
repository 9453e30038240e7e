export { checkAnyOf } from './check-condition.ts';
export { checkTargeting, checkVariationName } from './check-targeting.ts';
export { checkDefaults, checkOverrides, isUserId, maxUserIdLength } from './check-variation-pins.ts';
export { checkVariableValues, checkVariations, checkVariationValues, isOfType } from './check-variations.ts';
export { createDuplicateCheck, type DuplicateCheck } from './duplicate-check.ts';
export { inexact, isExact, roundedNumbers } from './kept-numbers.ts';
export {
  concatProblems,
  firstProblems,
  maxProblems,
  memberPath,
  type Problem,
  type ProblemCode,
  ProblemsFound,
  type Resource,
} from './problem.ts';
export { createShapeCheck } from './shape-check.ts';
export { storableProblems } from './storable-problems.ts';
export {
  isObject,
  type IsWellShaped,
  objectParts,
  type Part,
  collectSlugs,
  wellShapedEntries,
  wellShapedPaths,
} from './well-shaped.ts';
