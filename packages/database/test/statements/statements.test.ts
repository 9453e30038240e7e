import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@bunting/testing';
import { checkStatement, readCatalog, type Catalog } from './check.ts';
import { collectStatements, type Statement } from './collect.ts';
import type { Examples } from './fold.ts';
import { openProgram, type Program } from './program.ts';

/** Example values for texts that are put together at run time: everything else is read from the source. */
const examples: Examples = {
  // The conditions of the filters that were asked for; each has a test of the audit log.
  'services/settings-api/src/audit-log/queries.ts': {
    "conditions.join(' AND ')": 'record.organisation_id = $1 AND record.id < $2',
    "sought.join(' AND ')": "record.source = 'import'",
    'values.length': '3',
    'values.length + 1': '3',
  },
  // The same of features.
  'services/settings-api/src/features/list-features.ts': {
    "conditions.join(' AND ')": "feature.project_id = $1 AND feature.status <> 'deleted'",
    // The expression of an order and what it reads come together.
    expression: 'feature.updated_at',
  },
  // And of code references.
  'services/settings-api/src/code-references/queries.ts': {
    "conditions.map((condition) => `AND ${condition}`).join(' ')":
      'AND reference.state = $4 AND variable.slug = $5 AND connection.provider = $6',
  },
  // Ids that were just made.
  'services/ingest-api/src/storing/store-events.ts': {
    'ids.join("\', \'")': [1, 2, 3].map(uuid).join("', '"),
  },
  // The committed migrations: they are applied to the database that all of this is asked.
  'packages/database/src/migrations/apply-migration.ts': {
    'migration.script': '',
    'await recordStart(client, migration)': uuid(1),
  },
};

/** Columns that may be null for PostgreSQL, but are not in these rows. */
const neverNull = [
  'packages/datafile/src/publish/write-fragments.ts: stored_bytes may be null; its row type says string', // just counted
  'services/webhook-dispatcher/src/dispatch/claim-deliveries.ts: leasedUntil may be null; its row type says Date', // just set
  'services/webhook-dispatcher/src/sweep/find-due.ts: dueAt may be null; its row type says Date', // it is past
];

/** Statements whose parameters are a list that is put together at run time: their types are not compared. */
const hiddenParameters = [
  'packages/changes/src/features/read-uses.ts',
  'packages/changes/src/rows.ts',
  'packages/datafile/src/fragments/postgres-fragments.ts',
  'packages/datafile/src/publish/lock-environments.ts',
  'packages/datafile/src/publish/write-fragments.ts',
  'services/coderefs-api/src/snapshot/store-snapshot.ts',
  'services/settings-api/src/audit-log/queries.ts',
  'services/settings-api/src/change-requests/list-requests.ts',
  'services/settings-api/src/change-requests/request-row.ts',
  'services/settings-api/src/change-requests/store.ts',
  'services/settings-api/src/change-requests/waking/find-due.ts',
  'services/settings-api/src/events/roll-up.ts',
  'services/settings-api/src/features/list-features.ts',
  'services/settings-api/src/framework/http/read-page-rows.ts',
  'services/webhook-dispatcher/src/dispatcher-metrics.ts',
];

function uuid(number: number): string {
  return `00000000-0000-0000-0000-00000000000${number}`;
}

const fixture = /\/fixture\/wrong-statements\.ts$/;

let database: TestDatabase;
let client: pg.Client;
let catalog: Catalog;
let program: Program;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  catalog = await readCatalog(client);
  program = openProgram((path) => /^(packages|services)\/[^/]+\/src\//.test(path) || fixture.test(path));
});

afterAll(async () => {
  program.close();
  await client.end();
  await database.drop();
});

const pathOf = (location: string) => location.replace(/:\d+$/, '');

/** Returns each problem once, with its locations. */
async function problemsOf(
  statements: readonly Statement[],
  nameOf: (location: string) => string,
): Promise<string[]> {
  const problems = new Set<string>();
  await client.query('BEGIN');
  for (const { text } of statements) if (/^\s*CREATE TEMPORARY TABLE/.test(text)) await client.query(text);
  for (const statement of statements) {
    await client.query('SAVEPOINT before_statement');
    const found = await checkStatement(client, catalog, statement);
    await client.query('ROLLBACK TO SAVEPOINT before_statement');
    for (const problem of found) problems.add(`${nameOf(statement.location)}: ${problem}`);
  }
  await client.query('ROLLBACK');
  return [...problems].toSorted();
}

describe('every statement of the code', () => {
  let statements: readonly Statement[];
  let unread: readonly string[];

  beforeAll(() => {
    const shipped = program.files.filter(
      ({ fileName }) =>
        !/\.test\.ts$|\/src\/generated\/|\/packages\/(testing|embedded-servers)\//.test(fileName) &&
        !fixture.test(fileName),
    );
    ({ statements, problems: unread } = collectStatements(program, shipped, examples));
  });

  it('can be read from the source, in each way in which it is put together', () => {
    expect(unread).toEqual([]);
    expect(new Set(statements.map(({ location }) => location)).size).toBeGreaterThan(200);
  });

  it('gives the columns of its row type, with their types, and takes the parameters that it is given', async () => {
    await expect(problemsOf(statements, pathOf)).resolves.toEqual(neverNull);
  });

  it('shows which parameters it is given, but for lists that are made while the program runs', () => {
    const hidden = statements.filter(
      ({ parameters, text }) => parameters === undefined && text.includes('$1'),
    );
    expect([...new Set(hidden.map(({ location }) => pathOf(location)))].toSorted()).toEqual(hiddenParameters);
  });
});

describe('the check of statements', () => {
  let problems: Map<string, string[]>;

  beforeAll(async () => {
    const files = program.files.filter(({ fileName }) => fixture.test(fileName));
    const { statements, problems: unread } = collectStatements(program, files, {});
    problems = new Map();
    const sourceOf = files[0]!.text.split('\n');
    const functionAt = (location: string) => {
      const line = Number(/:(\d+)/.exec(location)![1]);
      return sourceOf
        .slice(0, line)
        .findLast((each) => /function /.test(each))!
        .match(/function (\w+)/)![1]!;
    };
    for (const problem of [
      ...(await problemsOf(statements, functionAt)),
      ...unread.map((each) => `${functionAt(each)}: ${each}`),
    ]) {
      const [, name, sentence] = /^(\w+): (?:\S+:\d+: )?(.*)$/.exec(problem)!;
      problems.set(name!, [...(problems.get(name!) ?? []), sentence!]);
    }
  });

  it.each([
    ['unknownColumn', 'PostgreSQL refuses it: column "colour" does not exist'],
    [
      'otherName',
      'does not return organisationId, which its row type has',
      'returns organisation_id, which its row type does not have',
    ],
    ['otherType', 'created_at is timestamptz, read as Date; its row type says string'],
    ['bigNumber', 'count is int8, read as string; its row type says number'],
    ['notNull', 'mau_cap may be null; its row type says number'],
    ['outerJoin', 'role may be null; its row type says string'],
    ['noType', 'returns id, and its call does not say of which type'],
    ['wrongParameter', 'takes timestamptz for $1, and is given number'],
    ['missingParameter', 'takes 2 parameters, and is given 1'],
    ['jsonList', 'takes json for $1, and is given list'],
    ['oneOfSeveral', 'PostgreSQL refuses it: relation "planet" does not exist'],
    [
      'listOf',
      'PostgreSQL refuses it: column "hue" does not exist',
      'slug is text, read as string; its row type says boolean',
    ],
    ['growing', 'cannot see what `conditions` is'],
    ['unreadable', 'cannot see what `process.argv[2]` is'],
  ])('finds what is wrong: %s', (name, ...expected) => {
    expect(problems.get(name)).toEqual(expected);
  });

  it('finds nothing where nothing is wrong', () => {
    expect(problems.get('right')).toBeUndefined();
  });
});
