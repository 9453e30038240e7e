/** What the server refuses of a grid, in the words of the page. Pure. */
import { valuePath, type Grid } from './model.ts';

const hasPath = (path: string, part: string) =>
  path.startsWith(part) && /^($|[.[])/.test(path.slice(part.length));

/** What is said of one value, also of a part of a document. */
export function saidOfValue(
  problems: ReadonlyMap<string, string>,
  row: number,
  slug: string,
): string | undefined {
  const part = valuePath(row, slug);
  return [...problems].find(([path]) => hasPath(path, part))?.[1];
}

/** What a cell or the name of a variation is marked with. */
export function isMarked(grid: Grid, path: string): boolean {
  return grid.variations.some(
    (_, row) =>
      path === `variations[${row}].name` ||
      grid.variables.some(({ slug }) => hasPath(path, valuePath(row, slug))),
  );
}

/** How the page calls a part: "checkout-layout of One page". A path that it has no name for stays as it is. */
export function nameOfPart({ variables, variations }: Grid, path: string): string {
  for (const [row, { slug, name }] of variations.entries()) {
    const of = variables.find((variable) => hasPath(path, valuePath(row, variable.slug)));
    if (of !== undefined) return `${of.slug} of ${name || slug}`;
    if (hasPath(path, `variations[${row}]`)) return name || slug;
  }
  const column = variables.findIndex((_, index) => hasPath(path, `variables[${index}]`));
  return variables[column]?.slug ?? path;
}
