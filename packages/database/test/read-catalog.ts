import type pg from 'pg';

const statements = {
  relations: `
    SELECT concat_ws(' ', relkind, relname) AS line FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i'`,
  columns: `
    SELECT concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), 'not null ' || attnotnull,
      pg_get_expr(adbin, adrelid)) AS line
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped`,
  indexes: `SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public'`,
  keys: `
    SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')`,
  functions: `SELECT proname AS line FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  triggers: `SELECT tgname AS line FROM pg_trigger WHERE NOT tgisinternal`,
  types: `SELECT typname AS line FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e')`,
};

/** Reads the catalog of a database without CHECK constraints and the table of migrations, as sorted lines. */
export async function readCatalog(pool: pg.Pool): Promise<Record<string, string[]>> {
  const catalog: Record<string, string[]> = {};
  for (const [kind, statement] of Object.entries(statements)) {
    const { rows } = await pool.query<{ line: string }>(statement);
    catalog[kind] = rows
      .map(({ line }) => line)
      .filter((line) => !line.includes('_prisma_migrations'))
      .toSorted();
  }
  return catalog;
}
