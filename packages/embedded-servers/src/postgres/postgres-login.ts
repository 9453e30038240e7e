import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chown, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import type { Identity } from './postgres-data-folder.ts';
import { forAnyProgram } from '../select-environment.ts';

/** The one role that is let in: it owns its database, and is no superuser. */
export interface Login {
  readonly role: string;
  readonly password: string;
  readonly database: string;
}

/**
 * Has the server let in this role alone, by its password. The superuser has no password and is let in from nowhere, since
 * whoever is one runs programs as the user that PostgreSQL runs as. Clusters of before, which took everybody for the
 * superuser, become such ones: what is in the database changes hands. The server must not run.
 */
export async function admitOnly(
  login: Login,
  options: { programs: string; cluster: string; identity: Identity | undefined },
): Promise<void> {
  const { cluster, identity } = options;
  const path = join(cluster, 'pg_hba.conf');
  const wanted = accessRules(login);
  // Written last: until it is there, all of it is done again.
  if ((await readFile(path, 'utf8').catch(() => '')) === wanted) return;
  await execute('postgres', loginStatements(login), options);
  await execute(login.database, [handOver(login)], options);
  const draft = `${path}.draft`;
  await writeFile(draft, wanted, { mode: 0o600 });
  if (identity) await chown(draft, identity.uid, identity.gid);
  await rename(draft, path);
}

function accessRules({ role, password, database }: Login): string {
  // Tells a password that was made anew, because secrets.json is gone, from the one that was set.
  const digest = createHash('sha256').update(password).digest('hex');
  return [
    `# Written by npm start; nobody else gets in. Digest of the password: ${digest}`,
    '# TYPE  DATABASE  USER  ADDRESS  METHOD',
    `host  ${database}  ${role}  127.0.0.1/32  scram-sha-256`,
    '',
  ].join('\n');
}

function loginStatements({ role, password, database }: Login): string[] {
  return [
    `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role}; END IF; END $$`,
    `ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${password}'`,
    'ALTER ROLE CURRENT_USER PASSWORD NULL',
    `CREATE DATABASE ${database}`, // it may be there: see execute
    `ALTER DATABASE ${database} OWNER TO ${role}`,
  ];
}

/** REASSIGN OWNED does not do for the superuser that came first, since the system's own objects are its. */
function handOver({ role }: Login): string {
  const notOfTheSystem = `namespace.nspname !~ '^pg_' AND namespace.nspname <> 'information_schema'`;
  return `DO $$ DECLARE statement text; BEGIN FOR statement IN
      SELECT format('ALTER SCHEMA %I OWNER TO ${role}', nspname) FROM pg_namespace namespace
      WHERE ${notOfTheSystem} AND nspowner = 10
      UNION ALL
      SELECT format('ALTER TABLE %I.%I OWNER TO ${role}', namespace.nspname, relation.relname)
      FROM pg_class relation JOIN pg_namespace namespace ON namespace.oid = relation.relnamespace
      WHERE ${notOfTheSystem} AND relation.relowner = 10 AND relation.relkind IN ('r', 'p', 'v', 'm', 'S')
        -- The sequence of a column changes hands with its table.
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = relation.oid
                        AND (deptype = 'e' OR relation.relkind = 'S' AND deptype IN ('a', 'i')))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${role}', routine.oid::regprocedure)
      FROM pg_proc routine JOIN pg_namespace namespace ON namespace.oid = routine.pronamespace
      WHERE ${notOfTheSystem} AND routine.proowner = 10
    LOOP EXECUTE statement; END LOOP; END $$`;
}

/** In single-user mode, for which nobody has to be let in; statements come by standard input. */
async function execute(
  database: string,
  statements: readonly string[],
  { programs, cluster, identity }: { programs: string; cluster: string; identity: Identity | undefined },
): Promise<void> {
  const server = spawn(join(programs, 'postgres'), ['--single', '-j', '-D', cluster, database], {
    ...identity,
    env: { ...forAnyProgram(process.env), LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  server.stdin.on('error', () => {}); // it ended before: its log says why
  server.stdin.end(statements.map((statement) => `${statement};\n\n`).join(''));
  const [code] = (await once(server, 'close')) as [number | null];
  // Its lines alone: what follows them repeats the statement, with the password.
  const errors = [...log.matchAll(/(?:ERROR|FATAL|PANIC): +(.*)/g)].map(([, message]) => message!);
  const real = errors.filter((message) => !/^database "\w+" already exists$/.test(message));
  if (code !== 0 || real.length > 0) {
    const why = real.join('; ') || `exit code ${code}`;
    throw new Failure(`PostgreSQL's data directory ${cluster} could not be closed to others: ${why}`);
  }
}
