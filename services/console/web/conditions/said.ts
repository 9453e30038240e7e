/** What the server says of conditions, by path. Pure. */

export interface Said {
  readonly path: string;
  readonly message: string;
}

/** What is said of a part, with paths that begin there: of `any_of[0].all_of[1]` below `any_of` is `[0].all_of[1]`. */
export function below(said: readonly Said[], part: string): Said[] {
  return said
    .filter(({ path }) => path.startsWith(part) && /^($|[.[])/.test(path.slice(part.length)))
    .map(({ path, message }) => ({ path: path.slice(part.length).replace(/^\./, ''), message }));
}
