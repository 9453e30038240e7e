import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { startTestService, type ServiceProcess } from '@bunting/testing';
import { measuredTurns, readTurns } from '@bunting/testing/turns';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { fullFeatures, hostileUsers, segments } from './full-features.ts';
import { keys, organisations, organisationToken } from '../organisations.ts';

/**
 * Tests the whole path with the most expensive definitions that the management API accepts, and with the users for which
 * they are slowest. It measures the CPU time of the whole process; the bounds are doubled, because other threads and a busy
 * machine add to it.
 */
const margin = 2;
const most = {
  explanationMs: 200 * margin,
  explanationBytes: 1024 * 1024,
  evaluationMs: 20 * margin,
  batchMs: 60 * margin,
  standstillMs: 50 * 2 * margin,
  growth: 8,
};

let installation: TestInstallation;
let service: ServiceProcess;
let settings: ServiceProcess | undefined;
let project: string;
let storedBytes: number;
const headers = { Authorization: `Bearer ${organisationToken}`, 'Content-Type': 'application/json' };
let emptyBytes: number;
let worstLoadingTurnMs: number;

/** The first request warms up the code; the features are not compiled yet. */
const warmSlugs = Array.from({ length: 100 }, (_, n) => `warm-${n}`);
const coldSlugs = Array.from({ length: 100 }, (_, n) => `cold-${n}`);

beforeAll(async () => {
  installation = await createTestInstallation('eval-api', organisations);
  settings = await startTestService('settings-api', { ...installation.env, ...measuredTurns() });
  project = `${settings.url}/settings/v1/organisations/acme/projects/web`;
  const features = ['warm', 'cold'].flatMap((prefix) => fullFeatures(100, prefix, 'v'.repeat(5_000)));
  const perImport = 50;
  for (let from = 0; from < features.length; from += perImport) {
    const document = {
      slug: 'web',
      environments: [{ slug: 'production' }],
      segments,
      features: features.slice(from, from + perImport),
    };
    const answer = await fetch(`${project}/import`, {
      method: 'POST',
      headers,
      body: JSON.stringify(document),
    });
    if (answer.status !== 200) throw new Error((await answer.text()).slice(0, 3_000));
  }
  const usage = await fetch(`${project}/environments/production/usage`, { headers });
  storedBytes = ((await usage.json()) as { bytes: { used: number } }).bytes.used;
  service = await startService();
  await ask({ keys: ['untargeted'], user: {} }, keys.staging);
  const { memory } = await readTurns(service, { withoutGarbage: true });
  emptyBytes = used(memory);
  await ask({ keys: ['untargeted'], user: {} });
  worstLoadingTurnMs = (await readTurns(service)).worstTurnMs;
}, 300_000);
afterAll(async () => {
  await settings?.stop('SIGKILL');
  await installation.stop();
});

const startService = () => installation.start(measuredTurns('--max-old-space-size=400'));

const used = ({ heapUsed, external }: NodeJS.MemoryUsage) => heapUsed + external;

async function ask(
  body: { keys: readonly string[]; user: object },
  key = keys.production,
): Promise<Map<string, string>> {
  const answer = await fetch(`${service.url}/v1/variables`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  const { results } = (await answer.json()) as {
    results: Record<string, { reason: string; variation: string | null }>;
  };
  return new Map(
    Object.entries(results).map(([slug, { reason, variation }]) => [slug, `${reason} ${variation}`]),
  );
}

/** Returns the CPU time that the service used during `work`. */
async function cpuOf(work: () => Promise<unknown>, at: ServiceProcess = service): Promise<number> {
  const { cpuMs: before } = await readTurns(at);
  await work();
  return (await readTurns(at)).cpuMs - before;
}

/** Repeats a measurement above the bound, because other work of the process counts too. */
async function leastOfThree(measure: () => Promise<number>, most: number): Promise<number> {
  let least = await measure();
  for (let again = 0; again < 2 && least >= most; again++) least = Math.min(least, await measure());
  return least;
}

describe('an environment that is filled with the most expensive definitions allowed', () => {
  it('is loaded completely without stalling the event loop, and served', async () => {
    expect(storedBytes).toBeGreaterThan(5_000_000);
    expect(worstLoadingTurnMs).toBeLessThan(most.standstillMs);
    const results = await ask({ keys: [...warmSlugs], user: hostileUsers[3]! });
    expect([...results.values()].every((result) => !result.startsWith('variable_not_found'))).toBe(true);
    expect(await service.metric('bunting_datafile_malformed_definitions{kind="feature"}')).toBe(0);
    expect(await service.metric('bunting_datafile_malformed_definitions{kind="segment"}')).toBe(0);
    expect(await service.metric('bunting_datafile_malformed_definitions{kind="document"}')).toBe(0);
  });

  it('answers a first batch and a repeated one in time', async () => {
    const warmUp = async () => {
      // The code, not the features.
      for (const user of hostileUsers) await ask({ keys: warmSlugs, user });
    };
    await warmUp();
    let isFresh = true;
    const firstBatch = async () => {
      // A service compiles each feature once, so a measurement that is repeated takes a new one.
      if (!isFresh) {
        await service.stop('SIGKILL');
        service = await startService();
        await warmUp();
      }
      isFresh = false;
      return cpuOf(() => ask({ keys: coldSlugs, user: hostileUsers[1]! }));
    };
    expect(await leastOfThree(firstBatch, most.batchMs)).toBeLessThan(most.batchMs);
    const warm: number[] = [];
    for (const user of hostileUsers) {
      warm.push(await leastOfThree(() => cpuOf(() => ask({ keys: coldSlugs, user })), most.batchMs));
    }
    expect(Math.max(...warm)).toBeLessThan(most.batchMs);
  });

  it('answers one in time, and the same as in a batch', async () => {
    for (const user of hostileUsers) {
      const together = await ask({ keys: coldSlugs, user });
      const singly = new Map<string, string>();
      let worst = 0;
      for (const slug of coldSlugs) {
        const askOne = () =>
          cpuOf(async () => singly.set(slug, (await ask({ keys: [slug], user })).get(slug)!));
        worst = Math.max(worst, await leastOfThree(askOne, most.evaluationMs));
      }
      expect(singly).toEqual(together);
      expect(worst).toBeLessThan(most.evaluationMs);
    }
  });

  it('is explained in time, with an answer of bounded length', async () => {
    const explain = async (variable: string, user: object) => {
      const answer = await fetch(`${project}/environments/production/explain`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ variable, user }),
      });
      expect(answer.status).toBe(200);
      return (await answer.text()).length;
    };
    await explain(warmSlugs[0]!, {});
    // All shapes, with the user for which most of them are slowest.
    for (const slug of coldSlugs.slice(0, 20)) {
      let length = 0;
      const spent = await cpuOf(async () => (length = await explain(slug, hostileUsers[1]!)), settings);
      expect([slug, spent < most.explanationMs, length < most.explanationBytes]).toEqual([slug, true, true]);
    }
  });

  it('takes at most eight times the memory of what is stored', async () => {
    const { memory } = await readTurns(service, { withoutGarbage: true });
    expect((used(memory) - emptyBytes) / storedBytes).toBeLessThan(most.growth);
    const pool = createPool(installation.env.DATABASE_URL);
    const { rows } = await pool.query<{ bytes: string }>(
      `SELECT sum(octet_length(document::text)) AS bytes FROM datafile_fragment GROUP BY environment_id ORDER BY 1 DESC LIMIT 1`,
    );
    await pool.end();
    expect(Number(rows[0]!.bytes)).toBe(storedBytes);
  });
});
