import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  ensureBuilt,
  startTestRedis,
  startTestRedisCluster,
  startTestRedisSentinels,
  until,
} from '@bunting/testing';
import { Redis } from 'ioredis';
import { createInstallation, type Installation } from './installation.ts';
import { type Json, organisation, project, shopDocument, shopWith } from './shop-document.ts';

const command = fileURLToPath(new URL('../dist/bootstrap-command.js', import.meta.url));

let installation: Installation;
let directory: string;
beforeAll(async () => {
  await ensureBuilt();
  installation = await createInstallation();
  directory = await mkdtemp(join(tmpdir(), 'bunting-bootstrap-'));
});
afterAll(async () => {
  await installation.end();
  await rm(directory, { recursive: true });
});

async function run(document: Json | string, env: Record<string, string> = {}) {
  const file = join(directory, 'document.yaml');
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document));
  return promisify(execFile)(process.execPath, [command, file], {
    env: { DATABASE_URL: installation.url, ...env },
    encoding: 'utf8',
  });
}

describe('bunting-bootstrap', () => {
  it('lists every problem with its path and ends with status 1', async () => {
    const wrong = shopWith({
      [`${organisation}.plan`]: 'gold',
      [`${project}.segments[0].any_of`]: undefined,
    });
    await expect(run(wrong)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /document\.yaml was not applied:\n {2}organisations\[0\]\.plan: must be one of: .*\n {2}.*any_of: is required\n$/,
      ),
    });
    await expect(run('a: 1\na: 2')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('line 2: '),
    });
    expect(await installation.rows('SELECT FROM organisation')).toEqual([]);
  });

  it('reports other failures in one sentence', async () => {
    const unreachable = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/x' };
    await expect(run(shopDocument(), unreachable)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^.*was not applied: .*ECONNREFUSED.*\n$/),
    });
    await expect(run(shopDocument(), { DATABASE_URL: '' })).rejects.toMatchObject({
      code: 1,
      stderr: "Set DATABASE_URL to the database's address.\n",
    });
  });

  it('applies a document although Redis cannot be reached', async () => {
    const { stdout } = await run({ organisations: [] }, { REDIS_URL: 'redis://127.0.0.1:1' });
    expect(stdout).toMatch(/Changes: 0\./);
    const result = await run(
      { organisations: [{ slug: 'lonely', projects: [{ slug: 'p', environments: [{ slug: 'e' }] }] }] },
      {
        REDIS_URL: 'redis://127.0.0.1:1',
      },
    );
    expect(result.stdout).toMatch(/Changes: 4\. Environments published: 1\./);
  });

  it('applies a document, prints what it generated, and announces the change in Redis', async () => {
    const server = await startTestRedis();
    const subscriber = new Redis(server.url);
    const announced: string[] = [];
    subscriber.on('message', (_channel, message) => announced.push(message));
    await subscriber.subscribe('bunting:publications');
    try {
      const document = shopWith({ [`${project}.environments[0].api_keys`]: undefined });
      const { stdout } = await run(document, { REDIS_URL: server.url });
      expect(stdout).toMatch(/Changes: 17\. Environments published: 2\.\n/);
      expect(stdout).toMatch(/environments\[0\]\.api_keys\[0\] \(acme\/web\/production\): [0-9a-f-]{36}\n/);
      expect(announced).toHaveLength(2);
      const again = await run(document, { REDIS_URL: server.url });
      expect(again.stdout).toMatch(/^Applied .*\. Changes: 0\. Environments published: 0\.\n$/);
    } finally {
      subscriber.disconnect();
      await server.stop();
    }
  });

  it.each([
    [
      'a cluster',
      async () => {
        const redis = await startTestRedisCluster();
        const { nodes, nodesText: REDIS_CLUSTER_NODES } = redis;
        return { env: { REDIS_CLUSTER_NODES }, servers: nodes, stop: () => redis.stop() };
      },
    ],
    [
      'sentinels',
      async () => {
        const redis = await startTestRedisSentinels();
        const { sentinelsText: REDIS_SENTINELS, masterName: REDIS_SENTINEL_MASTER } = redis;
        const servers = [await redis.primary()];
        return { env: { REDIS_SENTINELS, REDIS_SENTINEL_MASTER }, servers, stop: () => redis.stop() };
      },
    ],
  ])(
    'announces to every server of %s, and copies there what evaluators start from',
    async (kind, start) => {
      const { env, servers, stop } = await start();
      const connections = servers.map(({ host, port }) => new Redis({ host, port }));
      const subscribers = connections.map((redis) => redis.duplicate());
      const notified = new Set<Redis>();
      for (const subscriber of subscribers) {
        subscriber.on('message', () => notified.add(subscriber));
        await subscriber.subscribe('bunting:publications');
      }
      try {
        let tries = 0;
        // The announcement has a time-out, so on a busy machine it may take another change.
        await until(async () => {
          const slug = `${kind.replace(' ', '-')}-${++tries}`;
          const { stdout } = await run(
            { organisations: [{ slug, projects: [{ slug: 'p', environments: [{ slug: 'e' }] }] }] },
            env,
          );
          expect(stdout).toMatch(/Changes: 4\. Environments published: 1\./);
          const keys = (await Promise.all(connections.map((redis) => redis.keys('*')))).flat();
          const isCopied = ['bunting:key:', 'bunting:{env:'].every((prefix) =>
            keys.some((key) => key.startsWith(prefix)),
          );
          return isCopied && notified.size === servers.length;
        });
      } finally {
        for (const redis of [...connections, ...subscribers]) redis.disconnect();
        await stop();
      }
    },
    60_000,
  );
});
