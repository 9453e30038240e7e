import type pg from 'pg';
import type { Statement } from './collect.ts';
import { describeStatement, type Column, type Description } from './describe.ts';
import type { Kind, Kinds } from './kinds.ts';
import { columnsOfOuterJoins } from './outer-joins.ts';

/** The values that the driver returns for a type, and those that it accepts. */
interface DriverType {
  readonly name: string;
  readonly read: Kind;
  readonly given: readonly Kind[];
  readonly isList: boolean;
}

/** By PostgreSQL's names. Lists are of the same, and the driver reads what is not here as text. */
const driverTypes: Readonly<Record<string, { read: Kind; given: readonly Kind[] }>> = {
  bool: { read: 'boolean', given: ['boolean'] },
  int2: { read: 'number', given: ['number'] },
  int4: { read: 'number', given: ['number'] },
  int8: { read: 'string', given: ['number', 'string'] },
  numeric: { read: 'string', given: ['number', 'string'] },
  float4: { read: 'number', given: ['number'] },
  float8: { read: 'number', given: ['number'] },
  timestamptz: { read: 'Date', given: ['Date', 'string'] }, // infinity is read as a number
  bytea: { read: 'Buffer', given: ['Buffer'] },
  // A list would be sent as PostgreSQL's list, which is not JSON.
  json: { read: 'any', given: ['object', 'string', 'number', 'boolean'] },
  interval: { read: 'object', given: ['string'] },
};
const text = { read: 'string', given: ['string'] } as const;

export interface Catalog {
  readonly types: ReadonlyMap<number, DriverType>;
  /** Table and number of the columns that may be null. */
  readonly nullable: ReadonlySet<string>;
}

export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const types = await client.query<{ oid: number; name: string; element: string | null }>(
    `SELECT type.oid::int, type.typname::text AS name, element.typname::text AS element
     FROM pg_type AS type LEFT JOIN pg_type AS element ON element.typarray = type.oid`,
  );
  const columns = await client.query<{ column: string }>(
    `SELECT attrelid::int || ' ' || attnum AS column FROM pg_attribute
     WHERE NOT attnotnull AND attnum > 0 AND attndims = 0`, // Prisma makes lists without NOT NULL that are never null.
  );
  return {
    types: new Map(
      types.rows.map(({ oid, name, element }) => [
        oid,
        { name, isList: element !== null, ...(driverTypes[element ?? name] ?? text) },
      ]),
    ),
    nullable: new Set(columns.rows.map(({ column }) => column)),
  };
}

/** Returns the problems of a statement, one sentence each, without running it. */
export async function checkStatement(
  client: pg.ClientBase,
  catalog: Catalog,
  statement: Statement,
): Promise<string[]> {
  const parts = statement.text.split(/;\s*\n/).filter((part) => part.trim() !== '');
  if (parts.length === 1) return checkPart(client, catalog, { ...statement, text: parts[0]! });
  // Several in one message have no parameters, and nobody reads their rows.
  const problems: string[] = [];
  for (const text of parts) {
    problems.push(
      ...(await checkPart(client, catalog, { ...statement, text, row: undefined, isUsed: false })),
    );
  }
  return problems;
}

async function checkPart(client: pg.ClientBase, catalog: Catalog, statement: Statement): Promise<string[]> {
  let description: Description;
  try {
    description = await describeStatement(client, describable(statement.text));
  } catch (error) {
    return [`PostgreSQL refuses it: ${(error as Error).message}`];
  }
  const nullable = await columnsOfOuterJoins(client, statement.text);
  for (const [index, { tableId, columnNumber }] of description.columns.entries()) {
    if (catalog.nullable.has(`${tableId} ${columnNumber}`)) nullable.add(index);
  }
  return [
    ...checkRow(description, nullable, catalog, statement),
    ...checkParameters(description, catalog, statement),
  ];
}

const isCopy = /^\s*COPY /i;

/** Returns a statement that PostgreSQL can describe: it does not look into a COPY before it runs. */
function describable(statement: string): string {
  const [, table, columns] = /^\s*COPY (\S+) \(([^)]+)\) FROM STDIN/i.exec(statement) ?? [];
  return table === undefined ? statement : `SELECT ${columns} FROM ${table} WHERE false`;
}

function checkRow(
  { columns }: Description,
  nullable: ReadonlySet<number>,
  catalog: Catalog,
  { row, text: source, isUsed }: Statement,
): string[] {
  const names = columns.map(({ name }) => name);
  if (isCopy.test(source) || columns.length === 0) return [];
  if (row === undefined) {
    return isUsed ? [`returns ${names.join(', ')}, and its call does not say of which type`] : [];
  }
  const missing = row.filter(({ name, isOptional }) => !isOptional && !names.includes(name));
  const surplus = names.filter((name) => !row.some((property) => property.name === name));
  return [
    ...missing.map(({ name }) => `does not return ${name}, which its row type has`),
    ...surplus.map((name) => `returns ${name}, which its row type does not have`),
    ...columns.flatMap((column, index) => {
      const property = row.find(({ name }) => name === column.name);
      if (property === undefined) return [];
      return checkColumn(column, nullable.has(index), property.kinds, catalog) ?? [];
    }),
  ];
}

function checkColumn(
  { name, typeId }: Column,
  mayBeNull: boolean,
  kinds: Kinds,
  catalog: Catalog,
): string | undefined {
  const type = catalog.types.get(typeId)!;
  const claimed = withoutNull(kinds);
  if (claimed.includes('any')) return undefined;
  const read = readKind(type);
  if (read !== 'any') {
    // A time that is infinite is read as a number.
    const isMore = (kind: Kind) => kind !== read && !(read === 'Date' && kind === 'number');
    if (!claimed.includes(read) || claimed.some(isMore)) {
      return `${name} is ${type.name}, read as ${read}; its row type says ${claimed.join(' | ')}`;
    }
    const elements = type.isList && type.read !== 'any' && kinds.elements ? withoutNull(kinds.elements) : [];
    if (elements.some((kind) => kind !== 'any' && kind !== type.read)) {
      return `${name} is a list of ${type.read}; its row type says of ${elements.join(' | ')}`;
    }
  }
  if (!mayBeNull || kinds.names.has('null')) return undefined;
  return `${name} may be null; its row type says ${claimed.join(' | ')}`;
}

function readKind(type: DriverType): Kind {
  return type.isList ? 'list' : type.read;
}

function withoutNull({ names }: Kinds): Kind[] {
  return [...names].filter((kind) => kind !== 'null' && kind !== 'undefined');
}

function checkParameters(
  { parameterTypeIds }: Description,
  catalog: Catalog,
  { parameters }: Statement,
): string[] {
  if (parameters === undefined) return [];
  if (parameters.length !== parameterTypeIds.length) {
    return [`takes ${parameterTypeIds.length} parameters, and is given ${parameters.length}`];
  }
  return parameterTypeIds.flatMap((typeId, index) => {
    const given = parameters[index];
    const type = catalog.types.get(typeId)!;
    const problem = given && mismatchOf(given, type);
    return problem === undefined ? [] : [`takes ${type.name} for $${index + 1}, and is given ${problem}`];
  });
}

function mismatchOf(given: Kinds, type: DriverType): string | undefined {
  const wrong = (kinds: Kinds, allowed: readonly Kind[]) =>
    withoutNull(kinds).filter((kind) => kind !== 'any' && !allowed.includes(kind));
  const whole = wrong(given, type.isList ? ['list', 'string'] : type.given);
  if (whole.length > 0) return whole.join(' | ');
  const elements = type.isList && given.elements ? wrong(given.elements, type.given) : [];
  return elements.length > 0 ? `a list of ${elements.join(' | ')}` : undefined;
}
