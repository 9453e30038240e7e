import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import type { SendOutcome } from '@bunting/webhooks/sender';
import type { Pool } from 'pg';
import { claimDeliveries, type Claim } from '../src/dispatch/claim-deliveries.ts';
import { recordAttempts } from '../src/dispatch/record-attempts.ts';
import { findDue } from '../src/sweep/find-due.ts';
import { createInstallation, type Installation } from './installation.ts';

let installation: Installation;
let pool: Pool;
let endpoint: Awaited<ReturnType<Installation['addEndpoint']>>;
beforeAll(async () => {
  installation = await createInstallation();
  pool = createPool(installation.databaseUrl, { max: 20, pipeline: true });
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});
beforeEach(async () => {
  await installation.pool.query('DELETE FROM webhook_endpoint');
  endpoint = await installation.addEndpoint('http://127.0.0.1:9/');
});

const add = (count: number) => installation.addDeliveries([endpoint], count, { announced: false });

const shares = {
  organisationIds: [],
  ofOrganisations: [],
  hostKeys: [],
  ofHosts: [],
  endpointIds: [],
  ofEndpoints: [],
  wasExhausted: () => false,
  perOrganisation: 250,
  perHost: 10,
};

const claim = async (more: Partial<Parameters<typeof claimDeliveries>[1]> = {}) => {
  const usual = { endpointIds: [endpoint.id], namedIds: [], limit: 100, shares, leaseSeconds: 15 };
  return (await claimDeliveries(pool, { ...usual, ...more })).claims;
};

const outcome = (succeeded: boolean): SendOutcome => ({
  succeeded,
  status: succeeded ? 200 : 500,
  startedAt: new Date(),
  durationMs: 1,
  responseBody: '',
  error: succeeded ? null : 'no',
  refused: false,
  requestHeaders: null,
});

const record = (of: Claim, succeeded: boolean, retryAfterSeconds: number | null = 60) =>
  recordAttempts(pool, [{ claim: of, outcome: outcome(succeeded), retryAfterSeconds }]);

describe('claims', () => {
  it('of many dispatchers at once take ten deliveries of an endpoint in all, and none twice', async () => {
    await add(100);
    const claims = (await Promise.all(Array.from({ length: 20 }, () => claim()))).flat();
    expect(claims.length).toBe(10);
    expect(new Set(claims.map(({ id }) => id)).size).toBe(10);
    expect(await claim()).toEqual([]);
  });

  it('take deliveries in due order, and more when attempts are recorded', async () => {
    const ids = await add(12);
    await installation.pool.query(
      `UPDATE webhook_delivery SET due_at = now() - array_position($1::uuid[], id) * interval '1 second'`,
      [ids],
    );
    const first = await claim();
    expect(new Set(first.map(({ id }) => id))).toEqual(new Set(ids.slice(2)));
    await record(first[0]!, true);
    await record(first[1]!, false);
    expect(new Set((await claim()).map(({ id }) => id))).toEqual(new Set(ids.slice(0, 2)));
  });

  it('divide a limit fairly among endpoints', async () => {
    const other = await installation.addEndpoint('http://127.0.0.1:9/');
    await add(50);
    await installation.addDeliveries([other], 50, { announced: false });
    const claims = await claim({ endpointIds: [endpoint.id, other.id], limit: 8 });
    expect(claims.filter(({ endpointId }) => endpointId === other.id).length).toBe(4);
    expect(claims.length).toBe(8);
  });

  it('take a delivery that a job names even if the clock of its writer is some seconds fast, and no other', async () => {
    const [named, other] = await add(2);
    await installation.pool.query(`UPDATE webhook_delivery SET due_at = now() + interval '5 seconds'`);
    expect((await claim({ namedIds: [named!] })).map(({ id }) => id)).toEqual([named]);
    expect(other).toBeDefined();
  });

  it('of an endpoint that is disabled or on hold park what is due', async () => {
    await add(3);
    await installation.pool.query('UPDATE webhook_endpoint SET held_at = now()');
    expect(await claim()).toEqual([]);
    expect(await findDue(pool)).toEqual([]);
    const { rows } = await installation.pool.query<{ due_at: unknown }>(
      'SELECT due_at FROM webhook_delivery',
    );
    expect(rows).toEqual([{ due_at: Infinity }, { due_at: Infinity }, { due_at: Infinity }]);
  });
});

describe('a lease that ran out', () => {
  const runOut = () =>
    installation.pool.query(`UPDATE webhook_delivery SET leased_until = now() - interval '1 second'`);
  const stored = async () =>
    (
      await installation.pool.query<Record<string, unknown>>(
        'SELECT status, attempt_count FROM webhook_delivery',
      )
    ).rows[0];

  it('and was claimed by another dispatcher does not record a failure', async () => {
    await add(1);
    const [early] = await claim();
    await runOut();
    const [late] = await claim({ leaseSeconds: 20 }); // another one, however fast this is
    expect(late!.id).toBe(early!.id);
    expect((await record(early!, false)).recorded).toEqual([]);
    expect(await stored()).toEqual({ status: 'pending', attempt_count: 0 });
    expect((await record(late!, false)).recorded).toMatchObject([
      { status: 'pending', dueInMs: expect.closeTo(60_000, -1) },
    ]);
  });

  it('does not undo a success', async () => {
    await add(1);
    const [early] = await claim();
    await runOut();
    const [late] = await claim({ leaseSeconds: 20 }); // another one, however fast this is
    expect((await record(early!, true)).recorded).toMatchObject([{ status: 'delivered', dueInMs: null }]);
    expect((await record(late!, false)).recorded).toEqual([]);
    expect(await stored()).toEqual({ status: 'delivered', attempt_count: 1 });
  });
});

describe('a failure', () => {
  it('for an endpoint that was disabled meanwhile waits until it is enabled', async () => {
    await add(1);
    const [claimed] = await claim();
    await installation.pool.query('UPDATE webhook_endpoint SET enabled = false');
    expect((await record(claimed!, false)).recorded).toMatchObject([{ status: 'pending', dueInMs: null }]);
    expect(await findDue(pool)).toEqual([]);
  });

  it('that was the last one ends the delivery', async () => {
    await add(1);
    const [claimed] = await claim();
    expect((await record(claimed!, false, null)).recorded).toMatchObject([
      { status: 'failed', dueInMs: null },
    ]);
  });

  it('puts on hold only an endpoint that has failed for five days', async () => {
    await add(2);
    const [first, second] = await claim();
    await installation.pool.query(
      `UPDATE webhook_endpoint SET failing_since = now() - interval '4 days 23 hours'`,
    );
    expect((await record(first!, false)).endpointIdsOnHold).toEqual([]);
    await installation.pool.query(
      `UPDATE webhook_endpoint SET failing_since = now() - interval '5 days 1 second'`,
    );
    expect((await record(second!, false)).endpointIdsOnHold).toEqual([endpoint.id]);
  });
});
