/** Errors of a grid, in the terms of the page. Pure. */
import { valuePath, type Grid } from './model.ts';

const hasPath = (path: string, part: string) =>
  path.startsWith(part) && /^($|[.[])/.test(path.slice(part.length));

/** Returns the error of a value, or of a part of it. */
export function getValueError(
  problems: ReadonlyMap<string, string>,
  row: number,
  slug: string,
): string | undefined {
  const part = valuePath(row, slug);
  return [...problems].find(([path]) => hasPath(path, part))?.[1];
}

/** Returns whether a cell or the name of a variation shows the errors of a path. */
export function isMarked(grid: Grid, path: string): boolean {
  return grid.variations.some(
    (_, row) =>
      path === `variations[${row}].name` ||
      grid.variables.some(({ slug }) => hasPath(path, valuePath(row, slug))),
  );
}

/** Returns the name of a part on the page, such as "checkout-layout of One page". Unknown paths stay as they are. */
export function getPartName({ variables, variations }: Grid, path: string): string {
  for (const [row, { slug, name }] of variations.entries()) {
    const of = variables.find((variable) => hasPath(path, valuePath(row, variable.slug)));
    if (of !== undefined) return `${of.slug} of ${name || slug}`;
    if (hasPath(path, `variations[${row}]`)) return name || slug;
  }
  const column = variables.findIndex((_, index) => hasPath(path, `variables[${index}]`));
  return variables[column]?.slug ?? path;
}
