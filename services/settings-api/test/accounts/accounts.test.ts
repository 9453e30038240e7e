import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import fc from 'fast-check';
import request from 'supertest';
import { email as emailOf } from 'zod';
import { emailSchema } from '@bunting/definitions';
import { organisations, password } from '../organisations.ts';
import { callsAs, getCookie, getProblemPaths, getStatuses } from '../people.ts';
import { scryptHashes } from '@bunting/authentication';
import { cheapHashes } from '@bunting/testing/filling';
import { signIn, startApp, type RunningApp } from '../running-app.ts';

let open: RunningApp;
let invited: RunningApp;
beforeAll(async () => {
  open = await startApp({ document: organisations, signUp: 'open', proxies: 1 });
  invited = await startApp({ document: organisations, passwordHashes: scryptHashes });
});
afterAll(() => Promise.all([open.stop(), invited.stop()]));

const ada = { email: 'Ada@acme.example', name: 'Ada', password };

describe('signing up', () => {
  it('makes an account and signs it in, where it is open to anybody', async () => {
    const answer = await callsAs(open).post('/accounts', ada).expect(201);
    expect(answer.body).toEqual({
      account: { email: 'ada@acme.example', name: 'Ada', has_password: true },
      expires_at: expect.any(String),
      organisations: [],
    });
    await callsAs(open, getCookie(answer)).get('/session').expect(200);
    await signIn(open, 'ada@acme.example');
  });

  it('says that an address is taken', async () => {
    const taken = { ...ada, email: 'VIEWER@acme.example' };
    expect((await callsAs(open).post('/accounts', taken).expect(409)).body.code).toBe('taken');
  });

  it('keeps one account of many that are made at the same time', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => callsAs(open).post('/accounts', { ...ada, email: 'race@acme.example' })),
    );
    expect(getStatuses(answers)).toEqual([201, 409, 409]);
  });

  it.each([
    ['an address without a host', { ...ada, email: 'ada' }, 'email'],
    ['a short password', { ...ada, password: 'eleven char' }, 'password'],
    ['a password that takes long to hash', { ...ada, password: 'x'.repeat(257) }, 'password'],
    ['no name', { ...ada, name: '' }, 'name'],
  ])('refuses %s', async (_, body, path) => {
    const answer = await callsAs(open).post('/accounts', body).expect(400);
    expect(getProblemPaths(answer)).toEqual([path]);
  });

  it('is limited by address', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.7' };
    for (let times = 0; times < 20; times += 1) {
      await callsAs(open, from)
        .post('/accounts', { ...ada, email: 'viewer@acme.example' })
        .expect(409);
    }
    const answer = await callsAs(open, from).post('/accounts', { ...ada, email: 'new@acme.example' });
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limit_exceeded']);
  });

  it('is refused with an explanation where accounts need an invitation', async () => {
    const { body } = await callsAs(invited).post('/accounts', ada).expect(403);
    expect(body).toEqual({ error: expect.stringContaining('by invitation'), code: 'sign_up_closed' });
  });

  it('is refused even to invited people where it is closed', async () => {
    const closed = await startApp({ document: organisations, signUp: 'closed' });
    await callsAs(closed).post('/accounts', ada).expect(403);
    const admin = callsAs(closed, await signIn(closed, 'admin@acme.example'));
    const { body } = await admin.post('/organisations/acme/members', { email: ada.email, role: 'viewer' });
    const accepting = callsAs(closed).post(`/invitations/${body.invitation.token}`, {
      name: 'Ada',
      password,
    });
    expect((await accepting.expect(403)).body.code).toBe('sign_up_closed');
    await closed.stop();
  });

  it('refuses addresses that the sign-in library would refuse', () => {
    const { pattern } = emailSchema as unknown as { pattern: string };
    const refused = fc.check(
      fc.property(fc.stringMatching(new RegExp(pattern)), (address) => emailOf().safeParse(address).success),
    );
    expect(refused.counterexample).toBeNull();
  });
});

describe('cookies', () => {
  it('are Secure when a trusted proxy says that the client spoke TLS', async () => {
    const answer = await request(open.server)
      .post('/settings/v1/session')
      .set('X-Forwarded-Proto', 'https')
      .send({ email: 'admin@acme.example', password });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; Secure$/);
  });

  it('do not let pages of other sites change anything', async () => {
    const admin = await signIn(open, 'admin@acme.example');
    const evil = { ...admin, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const answer = await callsAs(open, evil).patch('/organisations/acme', { name: 'Evil' }).expect(403);
    expect(answer.body.code).toBe('cross_site_request');
    await callsAs(open, evil).post('/session', { email: 'admin@acme.example', password }).expect(403);
    await callsAs(open, evil).delete('/session').expect(403);
    await callsAs(open, admin).get('/session').expect(200);
  });
});

describe('a session', () => {
  it('ends after a week, used or not', async () => {
    const admin = await signIn(open, 'admin@acme.example');
    await open.pool.query(`UPDATE session SET expires_at = now() + interval '1 minute'`);
    await callsAs(open, admin).get('/session').expect(200);
    await open.pool.query(`UPDATE session SET expires_at = now() - interval '1 second'`);
    await callsAs(open, admin).get('/session').expect(401);
  });

  it('stays open when a document names another password, because that is only for new accounts', async () => {
    const owner = await signIn(open, 'owner@globex.example');
    const document = structuredClone(organisations);
    document.organisations[1]!.members[0]!.password = 'another horse, another battery';
    await applyDocument({ ...open, passwordHashes: cheapHashes }, document);
    await callsAs(open, owner).get('/session').expect(200);
    await signIn(open, 'owner@globex.example');
  });
});

describe('guessing a password', () => {
  it('is limited for the account, even if the last guess is right', async () => {
    const guess = (guessed: string) =>
      callsAs(invited).post('/session', { email: 'member@acme.example', password: guessed });
    for (let times = 0; times < 10; times += 1) await guess('not the password').expect(401);
    const answer = await guess(password).expect(429);
    expect(answer.body.code).toBe('rate_limit_exceeded');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await signIn(invited, 'viewer@acme.example');
  });

  it('costs a hash for an unknown account, too', async () => {
    let hashes = 0;
    const hook = createHook({
      init: (_id, type) => void (hashes += type === 'SCRYPTREQUEST' ? 1 : 0),
    }).enable();
    const hashesFor = async (email: string) => {
      hashes = 0;
      await callsAs(invited).post('/session', { email, password: 'not the password' }).expect(401);
      return hashes;
    };
    expect(await hashesFor('owner@acme.example')).toBe(1);
    expect(await hashesFor('nobody@acme.example')).toBe(1);
    expect(await hashesFor('OWNER@ACME.EXAMPLE')).toBe(1);
    hook.disable();
  });
});
