import { beforeEach, describe, expect, it } from '@jest/globals';
import { scryptHashes } from '@bunting/authentication';
import { newId } from '@bunting/database';
import { attemptLimits } from '../../src/framework/attempt-limits.ts';
import { maxOpenInvitations } from '../../src/invitations/join-or-invite.ts';
import { organisations, password } from '../organisations.ts';
import { callsAs, getStatuses } from '../people.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({
  passwordHashes: scryptHashes,
  document: organisations,
  limits: { linksByOrganisation: { points: 12, duration: 3600 } },
  passwordQueue: { maxOfNetwork: 3 },
});
const anybody = callsAs(app);
const members = '/organisations/acme/members';
beforeEach(() => app.redis.flushall());

async function invite(email: string): Promise<string> {
  const admin = callsAs(app, await signIn(app, 'admin@acme.example'));
  const { body } = await admin.post(members, { email, role: 'member' }).expect(201);
  return (body.invitation as { token: string }).token;
}

/** Returns the CPU time of this process with all its threads: scrypt runs on some. */
async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('the link of an invitation', () => {
  it('costs one hash, however many requests use it at once', async () => {
    const token = await invite('grace@acme.example');
    // The cost of one hash, with the rest of the request: that of a single acceptance.
    const other = await invite('alone@acme.example');
    const alone = await cpuMsOf(async () => {
      await anybody.post(`/invitations/${other}`, { name: 'A', password }).expect(201);
    });
    await app.redis.flushall();
    let statuses: number[] = [];
    const together = await cpuMsOf(async () => {
      const asked = Array.from({ length: 200 }, () =>
        anybody.post(`/invitations/${token}`, { name: 'G', password }),
      );
      statuses = getStatuses(await Promise.all(asked));
    });
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(
      new Set([201, ...statuses.filter((each) => [404, 409, 429].includes(each))]),
    );
    // 200 hashes would cost 200 times as much; each refused request costs a few milliseconds.
    expect(together).toBeLessThan(alone * 50);
  });

  it('may be guessed a limited number of times', async () => {
    const token = await invite('guessed@acme.example');
    const { points } = attemptLimits.invitationByAddress;
    for (let n = 0; n < points; n += 1) {
      const guess = `/invitations/guess-${n}`;
      await (n % 2 === 0 ? anybody.get(guess) : anybody.post(guess, { name: 'G', password })).expect(404);
    }
    for (const asked of [anybody.get(`/invitations/${token}`), anybody.post(`/invitations/${token}`, {})]) {
      const { body, headers } = await asked.expect(429);
      expect(body.code).toBe('rate_limit_exceeded');
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('may be opened any number of times', async () => {
    const token = await invite('reader@acme.example');
    for (let n = 0; n < attemptLimits.invitationByAddress.points + 5; n += 1) {
      await anybody.get(`/invitations/${token}`).expect(200);
    }
  });
});

describe('the links of an organisation', () => {
  it('are limited in number by the hour', async () => {
    const admin = callsAs(app, await signIn(app, 'admin@acme.example'));
    for (let n = 0; n < 12; n += 1) {
      await admin.post(members, { email: 'again@acme.example', role: 'viewer' }).expect(201);
    }
    const { body } = await admin.post(members, { email: 'again@acme.example', role: 'viewer' }).expect(429);
    expect(body.code).toBe('rate_limit_exceeded');
  });

  it('are limited in number while they are open', async () => {
    const admin = callsAs(app, await signIn(app, 'admin@acme.example'));
    const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM organisation WHERE slug = 'acme'`);
    await app.pool.query('DELETE FROM invitation');
    const fill = (count: number, expires: string) =>
      app.pool.query(
        `INSERT INTO invitation (id, organisation_id, email, role, token_hash, expires_at)
         SELECT gen_random_uuid(), $1, $3 || n || '@acme.example', 'viewer', encode(sha256(($3 || n)::bytea), 'hex'),
           now() + $4::interval
         FROM generate_series(1, $2) AS n`,
        [rows[0]!.id, count, newId().slice(-6), expires],
      );
    await fill(maxOpenInvitations - 1, '1 day');
    await fill(20, '-1 day'); // have ended, and do not count
    await admin.post(members, { email: 'last@acme.example', role: 'viewer' }).expect(201);
    const { body } = await admin.post(members, { email: 'more@acme.example', role: 'viewer' }).expect(409);
    expect(body).toEqual({
      error:
        'An organisation can have at most 200 open invitations. Withdraw some, or wait until they are accepted.',
      code: 'limit_reached',
    });
    // One that replaces another does not count in addition.
    await admin.post(members, { email: 'last@acme.example', role: 'member' }).expect(201);
    await admin.delete(`${members}/last@acme.example`).expect(204);
    await admin.post(members, { email: 'more@acme.example', role: 'viewer' }).expect(201);
  });
});
