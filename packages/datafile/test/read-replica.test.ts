/** Datafiles read from a real streaming replica: it answers reads instead of the primary, whose answer is final. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { migrate } from '@bunting/database/migrate';
import { announce } from '../src/publish/announce.ts';
import { DatafileUnavailable } from '../src/read/datafile-errors.ts';
import {
  startTestPostgres,
  startTestReplica,
  until,
  type TestPostgres,
  type TestReplica,
} from '@bunting/testing';
import { randomUUID } from 'node:crypto';
import { evaluateToValue, type TestEvaluator } from './evaluator.ts';
import { useInstallation } from './installation.ts';
import { insertKey, setDefault, sha256 } from './rows.ts';

const nowhere = 'redis://127.0.0.1:1';
let primary: TestPostgres;
let replica: TestReplica;
let heart: NodeJS.Timeout;

const installation = useInstallation(async () => {
  primary = await startTestPostgres();
  await migrate({ databaseUrl: primary.url });
  return { url: primary.url, drop: () => primary.stop() };
});
beforeAll(async () => {
  replica = await startTestReplica(primary.url);
  installation.urls = { ...installation.urls, replicaUrl: replica.url };
  // A replica of a primary that writes nothing cannot know that it is connected.
  heart = setInterval(() => {
    installation.pool.query('SELECT pg_current_xact_id()').catch(() => {});
  }, 100);
});
afterAll(async () => {
  clearInterval(heart);
  await replica.stop();
});

/** Changes the default without an announcement. */
async function serveSilently(variation: string): Promise<void> {
  const { pool, production, pair } = installation;
  await setDefault(pool, production.id, pair, 'left', variation);
  await installation.write({ features: [pair.id] });
}

/** Restores version 1, as if the database were a backup from before the last change. */
async function goBackToVersion1(): Promise<void> {
  const { pool, production } = installation;
  await pool.query(
    `WITH older AS (UPDATE environment SET version = 1 WHERE id = $1)
     UPDATE datafile_fragment SET version = 1,
       document = replace(document::text, '"default_variation":"b"', '"default_variation":"a"')::json
     WHERE environment_id = $1`,
    [production.id],
  );
}

async function whilePaused(work: () => Promise<void>): Promise<void> {
  await replica.pause();
  try {
    await work();
  } finally {
    await replica.resume();
  }
}

const answered = ({ replicaOutcomes }: TestEvaluator) =>
  replicaOutcomes.filter((outcome) => outcome === 'answered').length;

describe('with a read replica', () => {
  it('loads, polls and changes are read from it, and from the primary if it is behind', async () => {
    const { production } = installation;
    const evaluator = installation.start({ pollIntervalMs: 50, redisUrl: nowhere });
    const environment = await evaluator.lookUp(production.key);
    await serveSilently('b');
    await until(() => evaluateToValue(environment, 'left') === 'b');
    await until(() => answered(evaluator) > 10);
    const others = evaluator.replicaOutcomes.length - answered(evaluator);
    // Only the primary says to which environment a key belongs, and its version.
    expect(evaluator.queryCount()).toBeLessThanOrEqual(2 + others);
    expect(evaluator.failures).toEqual([]);
  });

  it('changes are served although its replay is paused, announced or not', async () => {
    const evaluators = [
      installation.start({ pollIntervalMs: 600_000 }),
      installation.start({ pollIntervalMs: 50, redisUrl: nowhere }),
    ];
    const cached = await Promise.all(evaluators.map((each) => each.lookUp(installation.production.key)));
    await whilePaused(async () => {
      for (const variation of ['b', 'a']) {
        await installation.serve(variation);
        await until(() => cached.every((each) => evaluateToValue(each, 'left') === variation));
      }
    });
    for (const { replicaOutcomes } of evaluators) expect(replicaOutcomes).toContain('behind');
  });

  it('a key that it still knows is refused once it is revoked, and a new one works that it does not know', async () => {
    const { pool, production } = installation;
    const revoked = await insertKey(pool, production.id);
    await installation.publish({ access: [production.id] });
    await whilePaused(async () => {
      await pool.query('UPDATE environment_key SET revoked_at = now() WHERE key_hash = $1', [
        sha256(revoked),
      ]);
      const fresh = await insertKey(pool, production.id);
      await installation.write({ access: [production.id] });
      const evaluator = installation.start({ pollIntervalMs: 600_000 });
      expect(await evaluator.lookUp(fresh)).toMatchObject({ environmentId: production.id, version: 3 });
      expect(await evaluator.lookUp(revoked)).toBeUndefined();
    });
  });

  it.each([
    { itself: 'was restored as well', isPaused: false },
    { itself: 'still has what was there before', isPaused: true },
  ])('a restored database is recognised when it $itself', async ({ isPaused }) => {
    await installation.serve('b');
    const evaluator = installation.start({ pollIntervalMs: 50 });
    const environment = await evaluator.lookUp(installation.production.key);
    expect(evaluateToValue(environment, 'left')).toBe('b');
    const restored = async () => {
      await goBackToVersion1();
      await until(() => environment?.version === 1);
      expect(evaluateToValue(environment, 'left')).toBe('a');
    };
    await (isPaused ? whilePaused(restored) : restored());
  });

  it('a deleted environment is dropped although the replica still has it', async () => {
    const { pool, production } = installation;
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    await evaluator.find(production.key);
    await whilePaused(async () => {
      await pool.query('DELETE FROM environment WHERE id = $1', [production.id]);
      await announce(installation, [{ environmentId: production.id, version: 0 }]);
      await until(async () => (await evaluator.find(production.key)) === undefined);
    });
    expect(evaluator.stats().cachedEnvironments).toBe(0);
  });

  it('an evaluator starts while the primary and Redis are unavailable, and follows the primary when it is back', async () => {
    const { production } = installation;
    await until(async () => (await versionOnReplica()) === 1);
    await primary.kill();
    const evaluator = installation.start({ pollIntervalMs: 50, redisUrl: nowhere });
    const environment = await evaluator.lookUp(production.key);
    expect(evaluateToValue(environment, 'left')).toBe('a');
    expect(evaluator.reloads).toMatchObject([{ extent: 'whole', source: 'replica' }]);
    await expect(evaluator.find(randomUUID())).rejects.toThrow(DatafileUnavailable);
    await primary.restart();
    await serveSilently('b');
    await until(() => evaluateToValue(environment, 'left') === 'b');
  });

  it('an evaluator starts and serves changes while it is unavailable', async () => {
    await replica.kill();
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    const environment = await evaluator.lookUp(installation.production.key);
    await installation.serve('b');
    await until(() => evaluateToValue(environment, 'left') === 'b');
    expect(evaluator.replicaOutcomes).toContain('away');
    expect(evaluator.warnings).toEqual(['Asking the read replica failed; retrying']);
  });
});

async function versionOnReplica(): Promise<number | undefined> {
  const pool = createPool(replica.url);
  const { rows } = await pool.query<{ version: string }>('SELECT version FROM environment WHERE id = $1', [
    installation.production.id,
  ]);
  await pool.end();
  return rows[0] && Number(rows[0].version);
}
