import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import {
  startWaker,
  wakeAbout,
  type Waker,
  type WakerOptions,
} from '../../src/change-requests/waking/waker.ts';
import { production, restoreOrganisations, staging } from '../checkout.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { createApplyDependencies, approve, at, put } from './apply-request.ts';
import { createPeople, openRequest, createRules, switchOff } from './open-request.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
const wakers: Waker[] = [];
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
});
afterEach(async () => {
  await Promise.all(wakers.splice(0).map((waker) => waker.stop()));
});

/** Looks that come by themselves come too late for these tests: what is applied was found by the first look, a timer or a wake-up. */
const hourMs = 3_600_000;

function start(options: Partial<WakerOptions> = {}): Waker & { readonly outcomes: string[] } {
  const outcomes: string[] = [];
  const onApplied = (outcome: string) => void outcomes.push(outcome);
  const waker = startWaker({ ...createApplyDependencies(app), onApplied, intervalMs: hourMs, ...options });
  wakers.push(waker);
  return { ...waker, outcomes };
}

async function setDue(number: number, time: string): Promise<void> {
  await app.pool.query(`UPDATE change_request SET apply_at = ${time} WHERE number = $1`, [number]);
}

interface Row {
  readonly status: string;
  readonly isInTime: boolean;
  readonly code: string | null;
  readonly apply_at: Date | null;
}

async function read(number: number): Promise<Row> {
  const { rows } = await app.pool.query<Row>(
    `SELECT status, applied_at >= apply_at AS "isInTime", failure ->> 'code' AS code, apply_at
     FROM change_request WHERE number = $1`,
    [number],
  );
  return rows[0]!;
}

const isApplied = async (number: number) => (await read(number)).status === 'applied';
const projectId = async () =>
  (await app.pool.query<{ id: string }>(`SELECT id FROM project WHERE slug = 'web'`)).rows[0]!.id;
const off = put(`${staging}/targeting`, { enabled: false, rules: [] });

describe('a change request with a time', () => {
  it('is applied at its time by the clock of PostgreSQL, and not before', async () => {
    const number = await openRequest(await as('admin'), [off]);
    await setDue(number, `clock_timestamp() + interval '2 seconds'`);
    start();
    await until(() => isApplied(number));
    expect(await read(number)).toMatchObject({ isInTime: true });
  });

  it('that was due while everything stood still is applied at the first look', async () => {
    const number = await openRequest(await as('admin'), [off]);
    await setDue(number, `clock_timestamp() - interval '59 minutes'`);
    const { outcomes } = start();
    await until(() => outcomes.length > 0);
    expect([await isApplied(number), outcomes]).toEqual([true, ['applied']]);
  });

  it('that is too late fails for good, and is never applied', async () => {
    const number = await openRequest(await as('admin'), [off]);
    await setDue(number, `clock_timestamp() - interval '61 minutes'`);
    const { outcomes } = start();
    await until(() => outcomes.length > 0);
    expect(await read(number)).toMatchObject({ status: 'open', code: 'late', apply_at: null });
    expect(outcomes).toEqual(['late']);
  });

  it('is applied in the order of numbers, each merged with what the other left', async () => {
    const admin = await as('admin');
    const first = await openRequest(admin, [put(`${staging}/targeting`, createRules('One'))]);
    const second = await openRequest(admin, [put(`${staging}/defaults`, { 'checkout-layout': 'one-page' })]);
    await app.pool.query(
      `UPDATE change_request SET apply_at = date_trunc('second', now()) - interval '1 minute'`,
    );
    start();
    await until(async () => (await isApplied(first)) && (await isApplied(second)));
    const { rows } = await app.pool.query<{ subject: string }>(
      `SELECT subject FROM audit_record WHERE action = 'change_request.applied' ORDER BY id`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual([`web/${first}`, `web/${second}`]);
  });

  it('that fails for good keeps nothing behind it from being applied', async () => {
    const admin = await as('admin');
    const conflicting = await openRequest(admin, [put(`${staging}/targeting`, createRules('Mine'))]);
    const next = await openRequest(admin, [switchOff]);
    await admin.put(`${staging}/targeting`, createRules('Theirs'));
    await setDue(conflicting, `clock_timestamp()`);
    await setDue(next, `clock_timestamp()`);
    const { outcomes } = start();
    await until(() => outcomes.length === 2);
    expect(await read(conflicting)).toMatchObject({ status: 'open', code: 'conflict', apply_at: null });
    expect(outcomes).toEqual(['failed', 'applied']);
  });

  it('that cannot be applied for now is tried again', async () => {
    const number = await openRequest(await as('admin'), [off]);
    await setDue(number, `clock_timestamp()`);
    const { writeSemaphores, ...others } = createApplyDependencies(app);
    let tries = 0;
    start({
      ...others,
      retryMs: [10],
      writeSemaphores: {
        ...writeSemaphores,
        of: (params) => async (work) => {
          tries += 1;
          if (tries < 3) throw new Error('Too many changes at once');
          return writeSemaphores.of(params)(work);
        },
      },
    });
    await until(() => isApplied(number));
    expect(tries).toBe(3);
  });

  it('waits for its approvals, and is applied when it has them', async () => {
    const number = await openRequest(await as('member'), [switchOff]);
    await setDue(number, `clock_timestamp()`);
    const waker = start();
    const id = await projectId();
    waker.wake(id);
    await approve(await as('admin'), number);
    expect((await (await as('member')).get(at(number))).body.status).toBe('open');
    waker.wake(id);
    await until(() => isApplied(number));
  });
});

describe('a change request that is applied once it is approved', () => {
  const whenApproved = { apply: { when_approved: true } };

  it('is applied at once, and those that follow it, too', async () => {
    const [member, admin] = [await as('member'), await as('admin')];
    const number = await openRequest(member, [switchOff], whenApproved);
    const follower = await openRequest(
      member,
      [put(`${production}/targeting`, { enabled: true, rules: [] })],
      { ...whenApproved, after: number },
    );
    const waker = start();
    await approve(admin, follower);
    await approve(admin, number);
    wakeAbout(waker, [
      {
        organisationId: '',
        projectId: await projectId(),
        action: 'change_request.reviewed',
        subject: '',
        before: null,
        after: null,
      },
    ]);
    await until(async () => (await isApplied(number)) && (await isApplied(follower)));
    expect((await member.get(at(number))).body.applied_by).toBeNull();
  });

  it('is found without a wake-up', async () => {
    const number = await openRequest(await as('member'), [switchOff], whenApproved);
    await approve(await as('admin'), number);
    const { outcomes } = start();
    await until(() => outcomes.length > 0);
    expect([await isApplied(number), outcomes]).toEqual([true, ['applied']]);
  });
});

it('several processes apply each request once', async () => {
  const admin = await as('admin');
  const numbers: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    numbers.push(
      await openRequest(admin, [put(`${staging}/overrides/user-${n}`, { variation: 'one-page' })]),
    );
  }
  await app.pool.query(`UPDATE change_request SET apply_at = clock_timestamp() + interval '1 second'`);
  start();
  start();
  start();
  await until(async () => (await Promise.all(numbers.map(isApplied))).every(Boolean));
  const { rows } = await app.pool.query<{ subject: string }>(
    `SELECT subject FROM audit_record WHERE action = 'change_request.applied'`,
  );
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual(
    numbers.map((number) => `web/${number}`).toSorted(),
  );
});
