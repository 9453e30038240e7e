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
    let failure: Error | undefined;
    let next = 0;
    let isOver = false;
    const settle = () => {
      if (isOver) return;
      isOver = true;
      if (failure === undefined) resolve();
      else reject(failure);
    };
    const query: CopyQuery = {
      submit(connection) {
        connection.query(statements.join(';\n'));
      },
      handleCopyInResponse(connection) {
        connection.sendCopyFromChunk(contents[next++]!);
        connection.endCopyFrom();
      },
      handleError(error) {
        failure ??= error;
        // A connection that broke will not be ready again.
        if (!('severity' in error)) settle();
      },
      handleReadyForQuery: settle,
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
