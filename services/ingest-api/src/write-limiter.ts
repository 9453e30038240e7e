import type pg from 'pg';
import { TimeoutError, withTimeout } from '@bunting/async';
import { errors, HttpError, openPostgres, type ServiceConfig, type ServiceContext } from '@bunting/service';
import { type Logger } from '@bunting/observability';
import type { IngestApiConfig } from './config.ts';

/** The way to PostgreSQL for what is stored: nobody waits long for a database that is away (503 within a second). */
export interface WriteLimiter {
  /** Rejects with errors.unavailable when PostgreSQL is away, silent or overrun. */
  run<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>;
}

/** Who finds this many before them is refused at once. */
const maxWaiting = 200;
/** After silence one request in so many milliseconds goes ahead to look. */
const lookEveryMs = 200;

/**
 * `pool` serves writes alone; its `connectionTimeoutMillis` bounds the wait for a connection, `silenceMs` that for an
 * answer. Slow statements PostgreSQL has to end itself before (statement_timeout), so that their outcome is known.
 */
export function createWriteLimiter(options: {
  pool: pg.Pool;
  silenceMs: number;
  now: () => number;
  log: Pick<Logger, 'warn' | 'info'>;
}): WriteLimiter {
  const { pool, silenceMs, now, log } = options;
  const openedAt = new WeakMap<pg.PoolClient, number>();
  let isAway = false;
  /** PostgreSQL answers nothing, not even with a refusal: only one looks, the others are refused at once. */
  let isSilent = false;
  let lookAt = 0;
  let isLooking = false;
  /** Connections of the time before the silence may be dead without knowing. */
  let distrustedUntil = -Infinity;

  pool.on('connect', (client) => openedAt.set(client, now()));

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((openedAt.get(client) ?? Infinity) > distrustedUntil) return client;
      client.release(true);
    }
  }

  async function attempt<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    if (pool.waitingCount >= maxWaiting) throw errors.unavailable;
    const client = await connect();
    let trouble: Error | undefined;
    try {
      return await withTimeout(work(client), silenceMs, 'PostgreSQL');
    } catch (error) {
      trouble = error as Error;
      throw error;
    } finally {
      client.release(trouble); // With trouble it is closed, and PostgreSQL rolls back what was open.
    }
  }

  function noteTrouble(error: Error): void {
    const isRoomLeft = pool.totalCount < pool.options.max;
    if (error instanceof TimeoutError || (isConnectTimeout(error) && isRoomLeft)) {
      isSilent = true;
      lookAt = now() + lookEveryMs;
      distrustedUntil = now();
    }
    if (!isAway)
      log.warn({ reason: error.message }, 'PostgreSQL takes no events: clients are told to try again.');
    isAway = true;
  }

  function noteSuccess(): void {
    if (isAway) log.info('PostgreSQL takes events again.');
    isAway = false;
    isSilent = false;
  }

  return {
    async run(work) {
      const isLook = isSilent;
      if (isLook && (isLooking || now() < lookAt)) throw errors.unavailable;
      if (isLook) isLooking = true;
      try {
        const result = await attempt(work);
        noteSuccess();
        return result;
      } catch (error) {
        if (error instanceof HttpError || !isTroubleOfDatabase(error)) throw error;
        noteTrouble(error);
        throw errors.unavailable;
      } finally {
        if (isLook) isLooking = false;
      }
    },
  };
}

/** What pg and its pool say, who have no other word for it; PostgreSQL's own timeouts are answers. */
function isConnectTimeout(error: Error): boolean {
  return !('severity' in error) && error.message.includes('timeout');
}

/** SQLSTATE classes of what no second try would mend: statements and data that PostgreSQL cannot take. */
const wrongStatement = /^(?:0A|21|22|23|42)/;

function isTroubleOfDatabase(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  // PostgreSQL's own errors have a severity; the others are the network's, pg's and the pool's.
  const { severity, code = '' } = error as Error & { severity?: string; code?: string };
  return severity === undefined || !wrongStatement.test(code);
}

/** The share of a statement's time that a connection may take to open, or to be given back by another request. */
const connectShare = 0.6;
/** PostgreSQL ends a slow statement itself; this much later it counts as silent. */
const answerGraceMs = 100;

/**
 * The write limiter of the service, with a pool of its own. With 400 ms for a statement, as is usual, a request waits three quarters
 * of a second at most.
 */
export function openWriteLimiter(
  context: ServiceContext<
    Pick<IngestApiConfig, 'INGEST_API_WRITE_CONNECTIONS' | 'INGEST_API_WRITE_TIMEOUT_MS'> & ServiceConfig
  >,
): { readonly writeLimiter: WriteLimiter; readonly pool: pg.Pool } {
  const { config, now, log } = context;
  const timeoutMs = config.INGEST_API_WRITE_TIMEOUT_MS;
  const pool = openPostgres(context, 'writes', {
    max: config.INGEST_API_WRITE_CONNECTIONS,
    connectionTimeoutMillis: connectShare * timeoutMs,
    statement_timeout: timeoutMs,
  });
  return { writeLimiter: createWriteLimiter({ pool, silenceMs: timeoutMs + answerGraceMs, now, log }), pool };
}
