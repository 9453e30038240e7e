import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { until, type ServiceProcess } from '@bunting/testing';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { organisations } from './organisations.ts';
import { toEvent, ingestAt } from './requests.ts';
import { createSigner, type Signer } from './traces.ts';

const rounds = 200;
const timeoutMs = 240_000;

let installation: TestInstallation;
let pool: ReturnType<typeof createPool>;
let signer: Signer;
beforeAll(async () => {
  installation = await createTestInstallation('ingest-api', organisations);
  pool = createPool(installation.env.DATABASE_URL, { max: 2 });
  signer = await createSigner(pool);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

/** In each of ten rounds the connections are terminated, or the process or PostgreSQL is killed. */
const deaths = [
  ...Array.from({ length: 7 }, () => 'connections' as const),
  'process',
  'process',
  'PostgreSQL',
] as const;

/** Starts the next process while another is killed, so that it is ready when it is needed. */
function createSupply(): { take(): Promise<ServiceProcess>; close(): Promise<unknown> } {
  // The process must be able to look up the key even when PostgreSQL takes long to restart.
  const prepare = async () => {
    const service = await installation.start({ INGEST_API_WRITE_TIMEOUT_MS: '5000', LOG_LEVEL: 'error' });
    await ingestAt(service, []).then((response) => response.text());
    return service;
  };
  let next = prepare();
  return {
    take() {
      const taken = next;
      next = taken.then(prepare, prepare);
      return taken;
    },
    close: () => next,
  };
}

interface Answer {
  readonly accepted: number;
  readonly duplicates?: number;
}

async function send(service: ServiceProcess, events: readonly object[]): Promise<Answer | undefined> {
  try {
    const response = await ingestAt(service, events);
    const body = (await response.json()) as Answer;
    if (response.status === 202) return body;
    expect([response.status, body]).toEqual([503, expect.anything()]);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // which fetch throws when the connection breaks
  }
  return undefined;
}

async function terminateConnections(): Promise<void> {
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ingest-api:writes'`,
  );
}

/** Kills in turn the whole server, or one of its processes, which makes the server restart all of them. */
async function killPostgres(isWhole: boolean): Promise<void> {
  if (isWhole) {
    await installation.postgres.kill();
    await installation.postgres.restart();
    return;
  }
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'ingest-api:writes' LIMIT 1`,
  );
  for (const { pid } of rows) process.kill(pid, 'SIGKILL');
}

function untilPostgresAnswers(): Promise<number> {
  return until(async () => (await pool.query('SELECT 1').catch(() => undefined)) !== undefined);
}

describe('a crash at any moment (decisions §1.5)', () => {
  it(
    `loses nothing that was acknowledged and doubles nothing, in ${rounds} rounds`,
    async () => {
      const supply = createSupply();
      let service = await supply.take();
      const acknowledged: { ids: string[]; verifiable: number }[] = [];
      const survived = { atOnce: 0, again: 0 };
      /** About as long as a request takes, so that the kills happen before, during and after it. */
      let spanMs = 20;

      for (let round = 0; round < rounds; round++) {
        const ids = [0, 1, 2, 3].map((n) => `round-${round}-${n}`);
        const shared = signer.sign();
        const events = [
          toEvent({ event_id: ids[0], evaluation_trace: shared }),
          toEvent({ event_id: ids[1], evaluation_trace: shared }),
          toEvent({ event_id: ids[2], evaluation_trace: signer.sign() }),
          toEvent({ event_id: ids[3] }),
          // Every second request contains events that are stored already, which takes the other path of the code.
          ...(round % 2 === 1 ? [toEvent({ event_id: `round-${round - 1}-3` })] : []),
        ];

        const first = send(service, events);
        await delay(Math.random() * spanMs);
        const death = deaths[round % deaths.length];
        if (death === 'connections') await terminateConnections();
        else if (death === 'PostgreSQL') await killPostgres(round % 20 === 9);
        else service.child.kill('SIGKILL');
        const answer = await first;
        if (answer === undefined) survived.again++;
        else survived.atOnce++;
        if (death === 'PostgreSQL') await untilPostgresAnswers();
        if (death === 'process') service = await supply.take();

        let repeated: Answer | undefined;
        for (let i = 0; repeated === undefined; i++) {
          if (i > 500) throw new Error('The service did not recover.');
          const startedAt = performance.now();
          repeated = await send(service, events);
          if (repeated === undefined) await delay(10);
          else spanMs = 0.8 * spanMs + 0.2 * Math.min(100, 1.5 * (performance.now() - startedAt));
        }
        const old = events.length - ids.length;
        // A request is stored as a whole or not at all: an acknowledged one consists of duplicates now.
        const allowed = [{ accepted: 0, duplicates: events.length }];
        if (answer === undefined) allowed.push({ accepted: ids.length, duplicates: old });
        expect(allowed).toContainEqual({ duplicates: 0, ...repeated });
        acknowledged.push({ ids, verifiable: 2 });
      }

      await supply.close();
      // Some kills must have hit requests in flight; otherwise the test would prove nothing.
      expect(survived.again).toBeGreaterThan(rounds / 10);
      expect(survived.atOnce + survived.again).toBe(rounds);

      const { rows } = await pool.query<{ event_id: string; evaluation_trace_verified: boolean }>(
        'SELECT event_id, evaluation_trace_verified FROM stored_event ORDER BY id',
      );
      expect(rows.map(({ event_id }) => event_id).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
        acknowledged.flatMap(({ ids }) => ids).toSorted((a, b) => (a < b ? -1 : 1)),
      );
      const verified = new Set(
        rows.filter((row) => row.evaluation_trace_verified).map((row) => row.event_id),
      );
      expect(verified).toEqual(new Set(acknowledged.flatMap(({ ids }) => [ids[0], ids[2]])));
      const counts = await pool.query(
        `SELECT (SELECT count(*)::int FROM consumed_trace) AS traces, (SELECT count(*)::int FROM event_receipt) AS receipts,
          (SELECT count(*)::int FROM event_batch) AS batches,
          (SELECT count(*)::int FROM stored_event JOIN event_batch ON id BETWEEN first_id AND last_id) AS followed`,
      );
      expect(counts.rows).toEqual([
        { traces: 2 * rounds, receipts: 4 * rounds, batches: rounds, followed: 4 * rounds },
      ]);
    },
    timeoutMs,
  );
});
