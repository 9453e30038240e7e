import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { services } from '../src/services.ts';
import { answers, otherAddress } from './installation/reach.ts';
import { ofThePerson, sharedInstallation } from './installation/shared-installation.ts';

const { dataDir, ports } = await sharedInstallation();
const open = Object.values(ports).map(Number);

function processes(): Map<string, number> {
  const entries = JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8')) as {
    name: string;
    pid: number;
  }[];
  return new Map(entries.map(({ name, pid }) => [name, pid]));
}

function environmentOf(name: string): Record<string, string> {
  const text = readFileSync(`/proc/${processes().get(name)}/environ`, 'utf8');
  const pairs = text.split('\0').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

const secrets = () =>
  JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;

describe('what npm start opens', () => {
  it('accepts only this machine, at every port', async () => {
    for (const port of open) {
      expect([port, await answers('127.0.0.1', port)]).toEqual([port, true]);
      expect([port, await answers(otherAddress, port)]).toEqual([port, false]);
    }
  });
});

if (existsSync('/proc/self/environ')) {
  describe('a process of npm start', () => {
    const own = {
      'eval-api': ['DATABASE_URL', 'EVALUATION_TRACE_SECRET', 'REDIS_URL', 'USER_SIGNING_ENCRYPTION_KEY'],
      'ingest-api': [
        'DATABASE_URL',
        'EVALUATION_TRACE_SECRET',
        'EVALUATION_TRACE_SECRET_PREVIOUS',
        'REDIS_URL',
        'USER_SIGNING_ENCRYPTION_KEY',
      ],
      'coderefs-api': ['DATABASE_URL'],
      'settings-api': [
        'DATABASE_URL',
        'REDIS_URL',
        'SECRETS_ENCRYPTION_KEY',
        'SESSION_SECRET',
        'STAFF_API_TOKEN',
        'USER_SIGNING_ENCRYPTION_KEY',
      ],
      'sync-api': ['DATABASE_URL', 'REDIS_URL'],
      'webhook-dispatcher': ['DATABASE_URL', 'REDIS_URL', 'SECRETS_ENCRYPTION_KEY', 'STAFF_API_TOKEN'],
      console: [],
      PostgreSQL: [],
      Redis: [],
    };

    it.each(Object.entries(own))('%s is given the secrets %j', (name, expected) => {
      const kept = secrets();
      const values = [...Object.values(kept), ...Object.values(ofThePerson)];
      const environment = environmentOf(name);
      const present = Object.keys(environment).filter((each) =>
        values.some((value) => environment[each]!.includes(value)),
      );
      expect(present.toSorted()).toEqual(expected);
    });

    it('runs for every service', () => {
      expect(Object.keys(own)).toEqual(expect.arrayContaining(services.map(({ name }) => name)));
    });

    it('shows no secret in the list of processes', () => {
      const pids = [...processes().values()].join();
      const listed = execFileSync('ps', ['-ww', '-o', 'args=', '-p', pids], { encoding: 'utf8' });
      expect(listed).toContain('redis');
      expect(Object.values(secrets()).filter((secret) => listed.includes(secret))).toEqual([]);
    });
  });
} else {
  it('cannot be checked here: only Linux shows the environment of processes', () => {
    expect(process.platform).not.toBe('linux');
  });
}

describe('the data directory', () => {
  it('and its files are only for its owner', () => {
    // When root starts it, PostgreSQL runs as another user, who passes through to its own directory.
    expect(statSync(dataDir).mode & 0o707).toBe(0o700);
    expect(statSync(dataDir).mode & 0o060).toBe(0);
    const paths = ['secrets.json', 'processes.json', 'redis', 'postgres/cluster'].flatMap((name) => {
      const path = join(dataDir, name);
      const within = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [];
      return [path, ...within.map((each) => join(path, String(each)))];
    });
    expect(paths.length).toBeGreaterThan(500);
    expect(paths.filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077)).toEqual(
      [],
    );
  });
});

describe('the embedded PostgreSQL', () => {
  const url = () => new URL(environmentOf('coderefs-api')['DATABASE_URL']!);
  const query = async (address: URL, statement: string) => {
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };

  it('refuses every role and database without the password', async () => {
    for (const user of ['bunting', 'bunting_app', 'postgres']) {
      for (const database of ['bunting', 'postgres', 'template1']) {
        const address = Object.assign(url(), { username: user, password: '', pathname: `/${database}` });
        await expect(query(address, 'SELECT 1')).rejects.toThrow(/no pg_hba.conf entry|password/);
      }
    }
    const guess = Object.assign(url(), { password: 'bunting' });
    await expect(query(guess, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('gives services a role that owns the database and is no superuser', async () => {
    const { rows } = await query(
      url(),
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolname = pg_get_userbyid(datdba) AS owns
       FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        owns: true,
      },
    ]);
    await expect(query(url(), `COPY (SELECT 1) TO PROGRAM 'id'`)).rejects.toThrow('permission denied');
    await expect(query(url(), `SELECT pg_read_file('/etc/passwd')`)).rejects.toThrow('permission denied');
  });
});

describe('the embedded Redis', () => {
  it('refuses clients without the password', async () => {
    const url = new URL(environmentOf('eval-api')['REDIS_URL']!);
    for (const password of ['', 'bunting']) {
      const redis = new Redis(Object.assign(new URL(url), { password }).href, {
        lazyConnect: true,
        retryStrategy: () => null,
      }).on('error', () => {});
      await expect(redis.ping()).rejects.toThrow(/NOAUTH|WRONGPASS|Connection is closed/);
      redis.disconnect();
    }
  });
});
