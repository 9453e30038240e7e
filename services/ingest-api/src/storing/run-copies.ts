import type { Writable } from 'node:stream';
import type pg from 'pg';

/**
 * Sends statements as one message of the simple protocol, which PostgreSQL runs as one transaction, and right behind it the
 * `contents` of each `COPY … FROM STDIN` among them, in order. It is done when PostgreSQL is ready again: then all of it is
 * committed, or, when the promise rejects, none.
 *
 * The contents do not wait until they are asked for: one round trip instead of one for each COPY. PostgreSQL reads them
 * when it comes to their statement, and passes over what is left after an error.
 */
export function runCopies(
  client: pg.ClientBase,
  statements: readonly string[],
  contents: readonly Buffer[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const query: CopyQuery = {
      submit(connection) {
        connection.stream.cork();
        connection.query(statements.join(';\n'));
        for (const content of contents) {
          connection.sendCopyFromChunk(content);
          connection.endCopyFrom();
        }
        connection.stream.uncork();
      },
      handleError: reject, // What is sent next waits until PostgreSQL is ready again: pg sees to that.
      handleReadyForQuery: () => resolve(),
      handleCopyInResponse() {},
      handleCommandComplete() {},
      handleRowDescription() {},
      handleDataRow() {},
      handleEmptyQuery() {},
      handlePortalSuspended() {},
    };
    client.query(query as unknown as pg.Submittable);
  });
}

/** What pg calls on what is submitted; its types know of `submit` alone. */
interface CopyQuery {
  submit(connection: CopyConnection): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
  handleCopyInResponse(): void;
  handleCommandComplete(): void;
  handleRowDescription(): void;
  handleDataRow(): void;
  handleEmptyQuery(): void;
  handlePortalSuspended(): void;
}

interface CopyConnection {
  readonly stream: Writable;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
