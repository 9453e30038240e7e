/** A PostgreSQL that takes TLS alone, with a certificate of an authority of one's own. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { migrate } from '@bunting/database/migrate';
import {
  ensureBuilt,
  sharedPostgresUrl,
  startTestPostgres,
  startTestRedis,
  startTestService,
  until,
  type TestPostgres,
  type TestRedis,
} from '@bunting/testing';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';
import { createTestAuthority, writeTlsFiles, type TlsFiles } from '@bunting/testing/authority';

const bootstrap = fileURLToPath(new URL('../../bootstrap/dist/bootstrap-command.js', import.meta.url));
/** So Node.js begins, whatever its version. */
const untrusted = 'unable to verify the first certificate';

let tls: TlsFiles;
let postgres: TestPostgres;
beforeAll(async () => {
  tls = await writeTlsFiles(createTestAuthority(), 'localhost');
  postgres = await startTestPostgres({ tls });
});
afterAll(async () => {
  await postgres.stop();
  await rm(dirname(tls.ca), { recursive: true });
});

function address(parameters: Record<string, string>, hostname = 'localhost'): string {
  const url = Object.assign(new URL(postgres.url), { hostname });
  url.search = new URLSearchParams(parameters).toString();
  return url.href;
}

/** Returns the TLS version of a pool's connection, or the reason why it cannot connect. */
async function tlsVersion(databaseUrl: string): Promise<string> {
  const pool = createPool(databaseUrl, { max: 1 });
  try {
    const { rows } = await pool.query<{ version: string }>(
      'SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return rows[0]!.version;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await pool.end();
  }
}

describe.each(['verify-full', 'verify-ca', 'require', 'prefer'])('sslmode=%s', (sslmode) => {
  it('takes a server whose certificate is by the authority that sslrootcert names', async () => {
    expect(await tlsVersion(address({ sslmode, sslrootcert: tls.ca }))).toBe('TLSv1.3');
  });

  it('refuses a server of another authority, of another name, or without TLS', async () => {
    expect(await tlsVersion(address({ sslmode }))).toContain(untrusted);
    expect(await tlsVersion(address({ sslmode, sslrootcert: tls.ca }, '127.0.0.1'))).toMatch(
      /^Hostname\/IP does not match certificate's altnames: IP: 127\.0\.0\.1 /,
    );
    const withoutTls = new URL(await sharedPostgresUrl());
    withoutTls.searchParams.set('sslmode', sslmode);
    expect(await tlsVersion(withoutTls.href)).toBe('The server does not support SSL connections');
  });
});

it('only no-verify checks nothing; disable, or no word of it, is no TLS', async () => {
  expect(await tlsVersion(address({ sslmode: 'no-verify' }))).toBe('TLSv1.3');
  for (const parameters of [{ sslmode: 'disable' }, {}])
    expect(await tlsVersion(address(parameters))).toMatch(/no encryption$/);
});

it('migrations say in one sentence why the server is not trusted', async () => {
  const { port } = new URL(postgres.url);
  await expect(migrate({ databaseUrl: address({ sslmode: 'verify-full' }) })).rejects.toMatchObject({
    name: 'MigrationError',
    message: expect.stringContaining(`Can't reach the database postgres at localhost:${port}: ${untrusted}`),
  });
});

describe('an installation', () => {
  const key = randomUUID();
  const started: { stop(): Promise<unknown> }[] = [];
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
    const databaseUrl = address({ sslmode: 'verify-full', sslrootcert: tls.ca });
    await migrate({ databaseUrl }); // an empty database: by Prisma's engine
    await ensureBuilt();
    const file = join(dirname(tls.ca), 'document.json');
    const organisations = [createOrganisation('acme', key, [createFeature('dark-mode')])];
    await writeFile(file, JSON.stringify({ organisations }));
    await promisify(execFile)(process.execPath, [bootstrap, file], { env: { DATABASE_URL: databaseUrl } });
  });
  afterAll(async () => {
    await Promise.all(started.map((each) => each.stop()));
    await redis.stop();
  });

  it.each(['sslrootcert', 'NODE_EXTRA_CA_CERTS'])(
    'serves with its authority in %s',
    async (location) => {
      const inAddress = location === 'sslrootcert';
      const service = await startTestService('eval-api', {
        DATABASE_URL: address({ sslmode: 'verify-full', ...(inAddress && { sslrootcert: tls.ca }) }),
        REDIS_URL: redis.url,
        ...(!inAddress && { NODE_EXTRA_CA_CERTS: tls.ca }),
      });
      started.push(service);
      const answer = await fetch(`${service.url}/v1/variables/dark-mode`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: '{"user":{"id":"somebody"}}',
      });
      expect(await answer.json()).toMatchObject({ value: false });
      expect((await service.get('/health')).status).toBe(200);
    },
    60_000,
  );

  it('has no database without the authority, and the log says why', async () => {
    const service = await startTestService('eval-api', {
      DATABASE_URL: address({ sslmode: 'verify-full' }),
      REDIS_URL: redis.url,
    });
    started.push(service);
    expect((await service.get('/health')).status).toBe(503);
    const printed = new RegExp(`"reason":"${untrusted}[^"]*","msg":"Polling PostgreSQL failed`);
    await until(() => printed.test(service.outputSoFar()));
  });
});
