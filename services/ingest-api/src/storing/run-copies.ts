import type pg from 'pg';

/**
 * Sends statements as one message of the simple protocol, which PostgreSQL runs as one transaction, and answers each
 * `COPY … FROM STDIN` among them, in order, with the next of `contents`. It is done when PostgreSQL is ready again:
 * then all of it is committed, or, when the promise rejects, none.
 */
export function runCopies(
  client: pg.ClientBase,
  statements: readonly string[],
  contents: readonly Buffer[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    const query: CopyQuery = {
      submit(connection) {
        connection.query(statements.join(';\n'));
      },
      handleCopyInResponse(connection) {
        connection.sendCopyFromChunk(contents[next++]!);
        connection.endCopyFrom();
      },
      handleError: reject, // What is sent next waits until PostgreSQL is ready again: pg sees to that.
      handleReadyForQuery: () => resolve(),
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
  handleCopyInResponse(connection: CopyConnection): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
  handleCommandComplete(): void;
  handleRowDescription(): void;
  handleDataRow(): void;
  handleEmptyQuery(): void;
  handlePortalSuspended(): void;
}

interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
