/** A failure that is told in its own words: one sentence for whoever typed the command, no stack trace. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** What went wrong, in the words of whatever was thrown. */
export function reasonOf(error: unknown): string {
  // A connection that was refused on several addresses says so in its parts only.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
