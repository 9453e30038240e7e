const maxLineLength = 120;

/**
 * Returns the source of src/tables/tables.ts, from the tables of a migrated database; `pool` is a pool of pg. Prisma creates lists
 * without NOT NULL and relies on them not being null; so does all code here.
 */
export async function tableSource(pool) {
  const { rows } = await pool.query(`
    SELECT relname AS table, attname AS column, attnum = ANY (conkey) AS "isKey",
      format_type(atttypid, NULL) || CASE WHEN attnotnull OR attndims > 0 THEN '' ELSE '?' END AS type
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_constraint ON conrelid = pg_class.oid AND contype = 'p'
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
    ORDER BY relname COLLATE "C", attnum`);
  const tables = new Map();
  for (const { table, column, type, isKey } of rows) {
    const { columns, key } = tables.get(table) ?? { columns: [], key: [] };
    columns.push(`${column}: '${type.replace('timestamp with time zone', 'timestamptz')}',`);
    if (isKey) key.push(`'${column}'`);
    tables.set(table, { columns, key });
  }
  const lines = [...tables].flatMap(([table, { columns, key }]) => [
    `  ${table}: { key: [${key.join(', ')}], columns: {`,
    ...filled(columns, '    '),
    '  } },',
  ]);
  return `${head}\nexport const tables = {\n${lines.join('\n')}\n} as const;\n`;
}

/** Wraps the parts into as few lines as possible. */
function filled(parts, indent) {
  const lines = [];
  for (const part of parts) {
    const line = `${lines.at(-1)} ${part}`;
    if (lines.length > 0 && line.length <= maxLineLength) lines[lines.length - 1] = line;
    else lines.push(indent + part);
  }
  return lines;
}

const head = `/**
 * Every table: its primary key, and its columns with their types as PostgreSQL names them, \`?\` where they may be null. Made from
 * the migrations by \`npm run tables\`; a test proves it fresh.
 */
// oxfmt-ignore`;
