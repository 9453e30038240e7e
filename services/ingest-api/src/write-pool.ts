import type pg from 'pg';
import { createPool } from '@bunting/database';

/** Of a statement's time so much for the wait for a connection, new or given back by another. */
const connectShare = 0.6;
/** PostgreSQL ends a slow statement itself; so much later it counts as silent. */
const answerGraceMs = 100;

/**
 * Connections for a write gate, and its patience with them. With the usual 400 ms for a statement that is three quarters of a
 * second at most.
 */
export function createWritePool(options: {
  databaseUrl: string;
  connections: number;
  timeoutMs: number;
  onError: (error: Error) => void;
}): { pool: pg.Pool; silenceMs: number } {
  const { databaseUrl, connections, timeoutMs, onError } = options;
  const pool = createPool(databaseUrl, {
    max: connections,
    connectionTimeoutMillis: connectShare * timeoutMs,
    statement_timeout: timeoutMs,
    application_name: 'ingest-api:write',
    onError,
  });
  return { pool, silenceMs: timeoutMs + answerGraceMs };
}
