import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import type { Identity } from './postgres-data-folder.ts';
import { forAnyProgram } from '../select-environment.ts';

/** The only role that can log in. It owns its database and is no superuser. */
export interface Login {
  readonly role: string;
  readonly password: string;
  readonly database: string;
}

/**
 * Lets only this role log in, with its password. The superuser cannot log in, because a superuser can run programs as the user
 * of PostgreSQL. A cluster of an earlier release, in which everybody was superuser, is converted: the role becomes the owner of
 * everything in the database. The server must not run.
 */
export async function restrictLogin(
  login: Login,
  options: { programs: string; cluster: string; identity: Identity | undefined },
): Promise<void> {
  const { cluster, identity } = options;
  const path = join(cluster, 'pg_hba.conf');
  const wanted = accessRules(login);
  // This file is written last. If it is missing after an interruption, everything is done again.
  if ((await readFile(path, 'utf8').catch(() => '')) === wanted) return;
  await execute('postgres', loginStatements(login), options);
  await execute(login.database, [handOver(login)], options);
  // The folder belongs to the user of PostgreSQL, and this process may be root: no file or link that stands there already is written to.
  const draft = `${path}.${randomUUID()}.draft`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(wanted);
    if (identity) await file.chown(identity.uid, identity.gid);
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function accessRules({ role, password, database }: Login): string {
  // The digest shows whether the password is a new one, which is generated if secrets.json is gone.
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
    `CREATE DATABASE ${database}`, // `execute` ignores the error if it exists
    `ALTER DATABASE ${database} OWNER TO ${role}`,
  ];
}

/** Changes the owner of each object. REASSIGN OWNED fails for the first superuser, because it owns the objects of the system, too. */
function handOver({ role }: Login): string {
  const notOfTheSystem = `namespace.nspname !~ '^pg_' AND namespace.nspname <> 'information_schema'`;
  return `DO $$ DECLARE statement text; BEGIN FOR statement IN
      SELECT format('ALTER SCHEMA %I OWNER TO ${role}', nspname) FROM pg_namespace namespace
      WHERE ${notOfTheSystem} AND nspowner = 10
      UNION ALL
      SELECT format('ALTER TABLE %I.%I OWNER TO ${role}', namespace.nspname, relation.relname)
      FROM pg_class relation JOIN pg_namespace namespace ON namespace.oid = relation.relnamespace
      WHERE ${notOfTheSystem} AND relation.relowner = 10 AND relation.relkind IN ('r', 'p', 'v', 'm', 'S')
        -- The sequence of a column changes its owner with its table.
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = relation.oid
                        AND (deptype = 'e' OR relation.relkind = 'S' AND deptype IN ('a', 'i')))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${role}', routine.oid::regprocedure)
      FROM pg_proc routine JOIN pg_namespace namespace ON namespace.oid = routine.pronamespace
      WHERE ${notOfTheSystem} AND routine.proowner = 10
    LOOP EXECUTE statement; END LOOP; END $$`;
}

/** Runs statements in single-user mode, which needs no login and reads them from standard input. */
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
  server.stdin.on('error', () => {}); // it has ended already, and its log says why
  server.stdin.end(statements.map((statement) => `${statement};\n\n`).join(''));
  const [code] = (await once(server, 'close')) as [number | null];
  // Only the first line of an error is reported, because the next ones repeat the statement with the password.
  const errors = [...log.matchAll(/(?:ERROR|FATAL|PANIC): +(.*)/g)].map(([, message]) => message!);
  const real = errors.filter((message) => !/^database "\w+" already exists$/.test(message));
  if (code !== 0 || real.length > 0) {
    const why = real.join('; ') || `exit code ${code}`;
    throw new Failure(`PostgreSQL's data directory ${cluster} couldn't be made private: ${why}`);
  }
}
