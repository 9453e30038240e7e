import type { Writable } from 'node:stream';
import type pg from 'pg';

/**
 * Sends statements as one message of the simple protocol, which PostgreSQL runs as one transaction unless one is open, and right behind it
 * the `contents` of each `COPY … FROM STDIN (FORMAT binary)` among them, in order: the parts that `createCopyRows` made. It is done
 * when PostgreSQL is ready again. When it rejects with an error of PostgreSQL, none of it is stored, and `client` can be used again.
 * Rows that the statements return are dropped.
 *
 * The contents do not wait until they are asked for, as those of pg-copy-streams do: one round trip, however many COPY there
 * are (ADR 42). PostgreSQL reads them when it comes to their statement, and passes over what is left after an error.
 */
export function copyIn(
  client: pg.ClientBase,
  statements: readonly string[],
  contents: readonly (readonly Buffer[])[],
): Promise<void> {
  const text = statements.join(';\n');
  return new Promise((resolve, reject) => {
    const query: CopyQuery = {
      text,
      submit(connection) {
        const { stream } = connection;
        stream.cork();
        connection.query(text);
        for (const parts of contents) {
          for (const part of parts) {
            // As pg's own sendCopyFromChunk does, but without copying the part.
            stream.write(copyDataHead(part.length));
            stream.write(part);
          }
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

/** The methods that pg calls on a submitted query; its types only know `submit`. */
interface CopyQuery {
  readonly text: string;
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
