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
        const { stream } = connection;
        stream.cork();
        connection.query(statements.join(';\n'));
        for (const content of contents) {
          // As pg's own sendCopyFromChunk and endCopyFrom do, but without copying the content twice.
          stream.write(copyDataHead(content.length));
          stream.write(content);
          stream.write(copyDone);
        }
        stream.uncork();
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
}

/** Messages CopyDone and CopyData: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const copyDone = Buffer.from('c\0\0\0\x04', 'latin1');

function copyDataHead(contentLength: number): Buffer {
  const head = Buffer.from('d\0\0\0\0', 'latin1');
  head.writeInt32BE(contentLength + 4, 1);
  return head;
}
