import { beforeEach, describe, expect, it } from '@jest/globals';
import { restoreOrganisations } from '../checkout.ts';
import { createCalls, type Calls } from '../client.ts';
import { memberToken, organisations, settingsToken, viewerToken } from '../organisations.ts';
import { bearer } from '../people.ts';
import { useApp } from '../running-app.ts';
import { approve, at } from './apply-request.ts';
import { createPeople, openRequest, requests, switchOff } from './open-request.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
const tokens: Readonly<Record<string, string>> = {
  'viewer token': viewerToken,
  'member token': memberToken,
  'admin token': settingsToken,
};
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
});

const callsBy = (caller: string): Promise<Calls> => {
  const token = tokens[caller];
  return token === undefined ? as(caller) : Promise.resolve(createCalls(app, bearer(token)));
};

/** Callers by what they get: those who may, and those who get this status and code. */
interface Row {
  readonly may: string;
  readonly make: (number: number) => readonly [path: string, body: object];
  /** Opens the request as somebody else than the caller; the member is the author where it is not said. */
  readonly author?: string;
  readonly isApproved?: boolean;
  readonly allowed: readonly string[];
  readonly refused: Readonly<Record<string, string>>;
}

const insufficient = 'role_insufficient';
const rows: readonly Row[] = [
  {
    may: 'comment',
    make: (number) => [`${at(number)}/comments`, { text: 'Why?' }],
    allowed: ['viewer', 'member', 'admin', 'owner'],
    refused: { 'viewer token': 'session_required', 'admin token': 'session_required' },
  },
  {
    may: 'open one',
    make: () => [requests, { title: 'x', changes: [switchOff] }],
    allowed: ['member', 'admin', 'owner', 'member token', 'admin token'],
    refused: { viewer: insufficient, 'viewer token': insufficient },
  },
  {
    may: 'give a verdict on that of a member',
    make: (number) => [`${at(number)}/verdicts`, { verdict: 'request_changes', revision: 1 }],
    allowed: ['admin', 'owner'],
    refused: {
      viewer: 'not_an_approver',
      member: 'not_an_approver',
      'viewer token': 'not_an_approver',
      'member token': 'not_an_approver',
      'admin token': 'not_an_approver',
    },
  },
  {
    may: 'apply one of a member that is ready',
    make: (number) => [`${at(number)}/apply`, {}],
    isApproved: true,
    allowed: ['member', 'admin', 'owner', 'admin token'],
    refused: { viewer: insufficient, 'viewer token': insufficient },
  },
  {
    may: 'apply that of an admin',
    author: 'admin',
    make: (number) => [`${at(number)}/apply`, {}],
    allowed: ['admin', 'owner', 'admin token'],
    refused: { viewer: insufficient, member: insufficient, 'member token': insufficient },
  },
  {
    may: 'apply one of a member without its approvals',
    make: (number) => [`${at(number)}/apply`, { without_approval: 'the shop is down' }],
    allowed: ['admin', 'owner'],
    refused: {
      viewer: insufficient,
      member: insufficient,
      'member token': insufficient,
      'admin token': 'session_required',
    },
  },
  {
    may: 'take over that of a member',
    make: (number) => [`${at(number)}/take-over`, {}],
    allowed: ['admin', 'owner', 'admin token'],
    refused: { viewer: insufficient, member: insufficient, 'viewer token': insufficient },
  },
  {
    may: 'close that of an admin',
    author: 'admin',
    make: (number) => [`${at(number)}/close`, {}],
    allowed: ['admin', 'owner', 'admin token'],
    refused: { viewer: insufficient, member: insufficient, 'member token': insufficient },
  },
  {
    may: 'rebase that of an admin',
    author: 'admin',
    make: (number) => [`${at(number)}/rebase`, {}],
    allowed: ['admin', 'owner', 'admin token'],
    refused: { viewer: insufficient, member: insufficient, 'member token': insufficient },
  },
];

describe.each(rows)('may $may', ({ make, author = 'member', isApproved = false, allowed, refused }) => {
  async function call(caller: string) {
    const number = await openRequest(await as(author), [switchOff]);
    if (isApproved) await approve(await as('admin'), number);
    const [path, body] = make(number);
    return (await callsBy(caller)).post(path, body);
  }

  it.each(allowed)('%s', async (caller) => {
    const { status, body } = await call(caller);
    expect({ status: status < 300 || body }).toEqual({ status: true });
  });

  it.each(Object.entries(refused))('not %s: %s', async (caller, code) => {
    const { status, body } = await call(caller);
    expect([status, body.code]).toEqual([403, code]);
  });
});

describe('a change request that a token wrote', () => {
  it('needs approval where the role of the token does, and not once its maker writes it', async () => {
    const [token, owner] = [await callsBy('member token'), await as('owner')];
    const number = await openRequest(token, [switchOff]);
    expect((await token.get(at(number))).body).toMatchObject({
      author: 'owner@acme.example',
      stage: 'waiting',
      environments: [{ environment: 'production', required: 1 }],
    });
    expect((await token.post(`${at(number)}/apply`, {})).body.code).toBe('approval_required');
    expect((await owner.post(`${at(number)}/rebase`, {})).body).toMatchObject({
      revision: 2,
      stage: 'ready',
    });
    expect((await token.post(`${at(number)}/apply`, {})).body.code).toBe('role_insufficient');
    expect((await owner.post(`${at(number)}/apply`, {})).status).toBe(200);
  });

  it('is applied by it once it is approved', async () => {
    const token = await callsBy('member token');
    const number = await openRequest(token, [switchOff]);
    await approve(await as('admin'), number);
    expect((await token.post(`${at(number)}/apply`, {})).status).toBe(200);
  });
});

describe('a verdict', () => {
  it.each([
    [
      'edited',
      (admin: Calls, number: number) => admin.patch(at(number), { apply: { at: '2999-01-01T00:00:00Z' } }),
    ],
    ['rebased', (admin: Calls, number: number) => admin.post(`${at(number)}/rebase`, {})],
    ['taken over', (admin: Calls, number: number) => admin.post(`${at(number)}/take-over`, {})],
  ])('is not given by somebody who has %s the request', async (_, change) => {
    const [member, admin] = [await as('member'), await as('admin')];
    const number = await openRequest(member, [switchOff]);
    const changed = await change(admin, number);
    expect(changed.status).toBe(200);
    const { revision } = changed.body;
    const verdict = await admin.post(`${at(number)}/verdicts`, { verdict: 'approve', revision });
    expect([verdict.status, verdict.body.code]).toEqual([403, 'not_an_approver']);
  });

  it('does not count any more after a new revision, and one on the old revision is 409 changed_meanwhile', async () => {
    const [member, admin] = [await as('member'), await as('admin')];
    const number = await openRequest(member, [switchOff]);
    await approve(admin, number);
    expect((await member.get(at(number))).body.stage).toBe('ready');
    const edited = await member.patch(at(number), { apply: { at: '2999-01-01T00:00:00Z' } });
    expect(edited.body).toMatchObject({ revision: 2, stage: 'waiting', environments: [{ approved_by: [] }] });
    const late = await admin.post(`${at(number)}/verdicts`, { verdict: 'approve', revision: 1 });
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);
  });

  it('is taken back by none', async () => {
    const number = await openRequest(await as('member'), [switchOff]);
    const admin = await as('admin');
    await approve(admin, number);
    const { body } = await admin.post(`${at(number)}/verdicts`, { verdict: 'none', revision: 1 });
    expect(body).toMatchObject({ stage: 'waiting', verdicts: [] });
  });

  it('is kept although the base moves', async () => {
    const [member, admin] = [await as('member'), await as('admin')];
    const number = await openRequest(member, [switchOff]);
    await approve(admin, number);
    await admin.patch('/features/checkout', { name: 'Till' });
    expect((await member.post(`${at(number)}/apply`, {})).status).toBe(200);
  });
});
