import { createInternPool, patternProblem } from '@bunting/evaluator';
import { memberPath, type Problem, shortened } from '../checks/problem.ts';
import { type IsWellShaped, isObject } from '../checks/well-shaped.ts';
import type { ProjectNaming } from './naming-schema.ts';

/**
 * Instructions of a pattern. Matching takes five nanoseconds for each instruction and character, so a slug of 100 characters takes at most
 * a tenth of a millisecond; an import has thousands.
 */
const mostInstructions = 200;

/** Shares compiled patterns: those that are in use are compiled once. */
const pool = createInternPool();

/** Yields what is wrong with the naming of a project, besides its shape. */
export function* checkNaming(
  naming: ProjectNaming | null | undefined,
  path: string,
  isWellShaped: IsWellShaped = () => true,
): Generator<Problem> {
  if (!isObject(naming)) return;
  const patterns = Object.entries(naming).filter(([name]) => name === 'features' || name === 'variables');
  if (patterns.length === 0) yield { path, message: 'must have a pattern: features, variables' };
  for (const [name, pattern] of patterns) {
    const patternPath = memberPath(path, name);
    if (typeof pattern !== 'string' || !isWellShaped(patternPath)) continue;
    const problem = patternProblem(pattern);
    if (problem !== undefined) {
      yield { path: patternPath, message: `must be a pattern in RE2 syntax: ${problem}` };
    } else if ((pool.patternOf([pattern], false)?.size ?? Infinity) > mostInstructions) {
      yield {
        path: patternPath,
        message: `is too complex: it needs more than ${mostInstructions} instructions`,
      };
    }
  }
}

/** Tells what is wrong with the slug of something new; undefined = nothing. */
export type SlugCheck = (noun: 'features' | 'variables', slug: string) => string | undefined;

/** Creates the check of the slugs, lower-cased, of what is new in a project. */
export function createSlugCheck(naming: ProjectNaming | null): SlugCheck {
  const compile = (source: string | undefined) =>
    source === undefined ? undefined : pool.patternOf([source], false);
  const patterns = { features: compile(naming?.features), variables: compile(naming?.variables) };
  return (noun, slug) => {
    const pattern = patterns[noun];
    if (pattern === undefined || pattern.isFoundIn(slug)) return undefined;
    const { hint } = naming ?? {};
    if (hint !== undefined) return `doesn't follow the project's naming rules: ${hint}`;
    return `must match ${shortened(naming?.[noun] ?? '', 200)} (the project's naming rule)`;
  };
}
