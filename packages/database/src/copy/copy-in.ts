import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/**
 * Sends `statements`, one of which is `COPY … FROM STDIN (FORMAT binary)`, and what it reads, which `createCopyRows` has made; none of them may return rows. They are one
 * message of the simple protocol, which PostgreSQL runs as one transaction unless one is open. It is done when PostgreSQL is
 * ready again; when it rejects with an error of PostgreSQL, none of it is stored, and `client` can be used again.
 */
export async function copyIn(
  client: pg.ClientBase,
  statements: string,
  content: readonly Buffer[],
): Promise<void> {
  // A pipeline, because it destroys the stream after an error: one that is left alone goes on writing after it, and throws
  // where nobody catches it (pg-copy-streams 7.0.0).
  await pipeline(content, client.query(copyFrom(statements)));
}
