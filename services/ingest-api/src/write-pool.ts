import type pg from 'pg';
import { createPool } from '@bunting/database';

/** So long a request waits for a connection, new or given back by another. */
const connectTimeoutMs = 300;
/** PostgreSQL ends a slow statement itself; so much later it counts as silent. */
const answerGraceMs = 100;

/** Connections for a write gate, and its patience with them: under a second altogether, unless statements may take longer. */
export function createWritePool(options: {
  databaseUrl: string;
  connections: number;
  timeoutMs: number;
  onError: (error: Error) => void;
}): { pool: pg.Pool; silenceMs: number } {
  const { databaseUrl, connections, timeoutMs, onError } = options;
  const pool = createPool(databaseUrl, {
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: timeoutMs,
    application_name: 'ingest-api:write',
    onError,
  });
  return { pool, silenceMs: timeoutMs + answerGraceMs };
}
