/** Does what docs/operate/backup-and-restore.md says, with its commands: pg_dump, a new installation, the same answers. */
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { applyDocument, parseKey, parseDocument, type BootstrapDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { migrate } from '@bunting/database/migrate';
import { startTestReceiver, startTestRedis, startTestService, until } from '@bunting/testing';
import { itWith } from '@bunting/testing/requirements';
import { runBlocks } from '../guides/run-blocks.ts';
import { repository } from '../pages/read-blocks.ts';
import type { Shell } from '../pages/run-shell.ts';
import { randomUsers } from './random-users.ts';
import {
  findSystemPostgres,
  startSystemServer,
  type SystemPostgres,
  type SystemServer,
} from './system-postgres.ts';

const root = new URL('../../../', import.meta.url);
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

/** Reads the contract's organisations, the first with an endpoint for all events. */
async function readFixture(webhookUrl: string): Promise<BootstrapDocument> {
  const fixture = parseDocument(await readFile(new URL('contract/fixture.yaml', root), 'utf8'));
  Object.assign((fixture as { organisations: object[] }).organisations[0]!, {
    webhook_endpoints: [{ url: webhookUrl, secret: 'whsec_of_the_backup_0123456789abcdef', events: ['*'] }],
  });
  return fixture as BootstrapDocument;
}

interface Stores {
  readonly postgres: SystemServer;
  readonly redisUrl: string;
}

async function startStores(system: SystemPostgres): Promise<Stores> {
  const [postgres, redis] = await Promise.all([startSystemServer(system), startTestRedis()]);
  undo.push(
    () => postgres.stop(),
    () => redis.stop(),
  );
  return { postgres, redisUrl: redis.url };
}

async function startService(name: string, { postgres, redisUrl }: Stores): Promise<string> {
  const service = await startTestService(name, {
    DATABASE_URL: postgres.url,
    REDIS_URL: redisUrl,
    EVAL_API_RATE_LIMIT_DISABLED: 'true',
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
  });
  undo.push(() => service.stop('SIGKILL'));
  return service.url;
}

/**
 * Evaluates for 1,000 users where users are split, and for 50 of them for the other vectors, except rollouts, which
 * depend on the time. Traces contain the time and are omitted.
 */
async function evaluateAll(url: string, { organisations }: BootstrapDocument): Promise<string[]> {
  const { projects = [] } = organisations.find(({ slug }) => slug === 'contract-vectors')!;
  const answers: string[] = [];
  for (const { slug, environments = [], features = [] } of projects) {
    if (slug === 'rollouts') continue;
    const { key: apiKey } = parseKey(environments[0]!.api_keys![0]!);
    const keys = features.flatMap(({ variables = [] }) => variables.map((variable) => variable.slug));
    for (const user of randomUsers(slug === 'splits' ? 1_000 : 50)) {
      const answer = await fetch(`${url}/v1/variables`, {
        method: 'POST',
        headers: { 'X-API-Key': apiKey },
        body: JSON.stringify({ keys, user }),
      });
      expect(answer.status).toBe(200);
      answers.push((await answer.text()).replaceAll(/,"evaluation_trace":"[^"]*"/g, ''));
    }
  }
  return answers;
}

const page = 'docs/operate/backup-and-restore.md';

/** Returns a shell in a folder, with the tools of this PostgreSQL. */
function shellIn(folder: string, system: SystemPostgres, databaseUrl: string): Shell {
  const tools = ['pg_dump', 'pg_restore'].map((name) => [name, `exec "${join(system.folder, name)}" "$@"`]);
  return { folder, programs: Object.fromEntries(tools), env: { DATABASE_URL: databaseUrl } };
}

itWith(
  { name: 'PostgreSQL with pg_dump here (apt-get install postgresql)', found: findSystemPostgres() },
  'a dump by pg_dump makes an installation that evaluates the same, and sends what was pending',
  async (system) => {
    const receiver = await startTestReceiver();
    undo.push(() => receiver.stop());
    const fixture = await readFixture(receiver.url);
    const before = await startStores(system);
    await migrate({ databaseUrl: before.postgres.url });
    const pool = createPool(before.postgres.url);
    await applyDocument({ pool, targetRules: { allowInsecure: true } }, fixture);
    const [organisation] = fixture.organisations;
    const [project] = organisation!.projects!;
    // A change with deliveries; no dispatcher runs.
    Object.assign(project!.features![0]!, { name: 'Renamed before the backup' });
    await applyDocument({ pool, targetRules: { allowInsecure: true } }, fixture);
    const pending = await pool.query<{ id: string }>(
      "SELECT id FROM webhook_delivery WHERE status = 'pending'",
    );
    expect(pending.rows.length).toBeGreaterThan(0);
    await pool.end();

    const expected = await evaluateAll(await startService('eval-api', before), fixture);
    expect(new Set(expected).size).toBeGreaterThan(100);

    const folder = await mkdtemp(join(tmpdir(), 'bunting-dump-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    await symlink(join(repository, 'packages'), join(folder, 'packages'));
    await runBlocks(page, [1, 3], shellIn(folder, system, before.postgres.url));
    await before.postgres.stop();

    const after = await startStores(system);
    await runBlocks(page, [4], shellIn(folder, system, after.postgres.url));
    expect(await evaluateAll(await startService('eval-api', after), fixture)).toEqual(expected);

    await startService('webhook-dispatcher', after);
    const ids = new Set(pending.rows.map(({ id }) => id));
    const arrived = () => new Set(receiver.received.map(({ headers }) => headers['x-service-delivery']));
    await until(() => arrived().size >= ids.size);
    expect(arrived()).toEqual(ids);
  },
  600_000, // a busy machine builds for minutes
);
