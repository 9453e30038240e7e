import type pg from 'pg';
import { CircuitOpen, createCircuit, TimeoutError, withTimeout } from '@bunting/async';
import { errors, HttpError, openPostgres, type ServiceConfig, type ServiceContext } from '@bunting/service';
import type { Logger } from '@bunting/observability';
import type { IngestApiConfig } from './config.ts';

/** Runs what writes to PostgreSQL. If the database is away, requests are refused within a second (503) instead of waiting. */
export interface WriteLimiter {
  /**
   * Rejects with errors.unavailable if PostgreSQL is away, silent or overloaded. Requests with client keys are refused when half as many
   * wait, so that they leave room for the others.
   */
  run<Result>(work: (client: pg.PoolClient) => Promise<Result>, isClient?: boolean): Promise<Result>;
}

/** A request is refused at once if this many wait for a connection. */
const maxWaiting = 200;
/** While PostgreSQL is silent, a request is tried so long after the last one that failed. */
const probeIntervalMs = 200;

/**
 * Creates the limiter. `pool` serves writes only; its `connectionTimeoutMillis` limits the wait for a connection, `timeoutMs` that for an
 * answer. PostgreSQL must end slow statements itself before (statement_timeout), so that their outcome is known.
 */
export function createWriteLimiter(options: {
  pool: pg.Pool;
  timeoutMs: number;
  now: () => number;
  log: Pick<Logger, 'warn' | 'info'>;
}): WriteLimiter {
  const { pool, timeoutMs, now, log } = options;
  const openedAt = new WeakMap<pg.PoolClient, number>();
  let isAway = false;
  /** Connections that were opened before the last silence may be dead without an error. */
  let distrustedUntil = -Infinity;
  // While PostgreSQL does not answer, not even with an error, one request at a time is tried, and the others are refused at once.
  const circuit = createCircuit({
    name: 'PostgreSQL',
    openMs: probeIntervalMs,
    now,
    halfOpen: true,
    opensOn: isSilent,
  });

  pool.on('connect', (client) => openedAt.set(client, now()));

  function isSilent(error: Error): boolean {
    const mayConnect = pool.totalCount < pool.options.max;
    return error instanceof TimeoutError || (isConnectTimeout(error) && mayConnect);
  }

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((openedAt.get(client) ?? Infinity) > distrustedUntil) return client;
      client.release(true);
    }
  }

  async function attempt<Result>(
    work: (client: pg.PoolClient) => Promise<Result>,
    isClient: boolean,
  ): Promise<Result> {
    if (pool.waitingCount >= (isClient ? maxWaiting / 2 : maxWaiting)) throw errors.unavailable;
    const client = await connect();
    let failure: Error | undefined;
    try {
      return await withTimeout(work(client), timeoutMs, 'PostgreSQL');
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure); // After a failure it is closed, and PostgreSQL rolls back.
    }
  }

  function onFailure(error: Error): void {
    if (isSilent(error)) distrustedUntil = now();
    if (!isAway)
      log.warn(
        { reason: error.message },
        "PostgreSQL isn't storing events; answering requests with 503 and Retry-After.",
      );
    isAway = true;
  }

  function onSuccess(): void {
    if (isAway) log.info('PostgreSQL stores events again.');
    isAway = false;
  }

  return {
    async run(work, isClient = false) {
      try {
        const result = await circuit.run(() => attempt(work, isClient));
        onSuccess();
        return result;
      } catch (error) {
        if (error instanceof CircuitOpen) throw errors.unavailable;
        if (error instanceof HttpError || !isDatabaseFailure(error)) throw error;
        onFailure(error);
        throw errors.unavailable;
      }
    },
  };
}

/**
 * Returns whether connecting timed out, for which pg and its pool have no error code. A time-out of PostgreSQL itself
 * has a severity: it is an answer.
 */
function isConnectTimeout(error: Error): boolean {
  return !('severity' in error) && error.message.includes('timeout');
}

/** SQLSTATE classes of statements and data that PostgreSQL refuses; repeating them does not help. */
const refusedStatement = /^(?:0A|21|22|23|42)/;

function isDatabaseFailure(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  // Errors of PostgreSQL have a severity; the others come from the network, pg or its pool.
  const { severity, code = '' } = error as Error & { severity?: string; code?: string };
  return severity === undefined || !refusedStatement.test(code);
}

/** The share of a statement's time that a connection may take to open, or to be given back by another request. */
const connectShare = 0.6;
/** PostgreSQL ends a slow statement itself; this much later it counts as silent. */
const answerGraceMs = 100;

/**
 * Opens the write limiter of the service, with its own pool. With the usual 400 ms for a statement, a request waits three quarters
 * of a second at most.
 */
export function openWriteLimiter(
  context: ServiceContext<
    Pick<IngestApiConfig, 'INGEST_API_WRITE_CONNECTIONS' | 'INGEST_API_WRITE_TIMEOUT_MS'> & ServiceConfig
  >,
): { readonly writeLimiter: WriteLimiter; readonly pool: pg.Pool } {
  const { config, now, log } = context;
  const statementMs = config.INGEST_API_WRITE_TIMEOUT_MS;
  const pool = openPostgres(context, 'writes', {
    max: config.INGEST_API_WRITE_CONNECTIONS,
    connectionTimeoutMillis: connectShare * statementMs,
    statement_timeout: statementMs,
  });
  return {
    writeLimiter: createWriteLimiter({ pool, timeoutMs: statementMs + answerGraceMs, now, log }),
    pool,
  };
}
