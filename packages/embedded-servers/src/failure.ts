/** An error whose message is one sentence for the person who ran the command. It is printed without a stack trace. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Returns the message of anything that was thrown. */
export function getErrorMessage(error: unknown): string {
  // The error of a connection refused on several addresses has its message only in its parts.
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorMessage(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
