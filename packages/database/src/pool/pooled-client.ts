import pg from 'pg';

const mark = 'pgbouncer';

/**
 * Returns whether an address says, with Prisma's `?pgbouncer=true`, that a pooler gives each transaction another
 * connection.
 */
export function isPooled(databaseUrl: string): boolean {
  return URL.canParse(databaseUrl) && new URL(databaseUrl).searchParams.get(mark) === 'true';
}

/**
 * A connection whose statements have no names: PostgreSQL remembers a named one for the connection it came on, and the next
 * transaction has another.
 */
export class PooledClient extends pg.Client {
  // pg declares each way to call it apart; this one passes on whatever it gets.
  override query = ((query: unknown, ...more: unknown[]) =>
    (super.query as (...all: unknown[]) => unknown)(withoutName(query), ...more)) as pg.Client['query'];
}

function withoutName(query: unknown): unknown {
  const isStatement = typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
  if (!isStatement) return query;
  const { name: _, ...rest } = query;
  return rest;
}
