/** Kinds of errors that end a save, and the equality of documents. */

/** Returns whether the server refused a document because of its content. */
export function isContentError(error: unknown): boolean {
  const { status, details = [] } = (error ?? {}) as { status?: number; details?: readonly unknown[] };
  return status === 400 && details.length > 0;
}

/** Returns whether somebody else saved since the version that a request named. */
export const isConflictError = (error: unknown): boolean =>
  (error as { readonly status?: number } | undefined)?.status === 412;

/** Returns the error if it is a conflict: it stays one whatever is edited. */
export const onlyConflict = (error: unknown): unknown => (isConflictError(error) ? error : undefined);

/** Returns whether two values are the same JSON. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
