import { beforeEach, describe, expect, it } from '@jest/globals';
import { restoreOrganisations, staging } from '../checkout.ts';
import { getLines, type Answered } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { at, put } from './apply-request.ts';
import { createPeople, openRequest, requests, createRules, switchOff } from './open-request.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
});

const defaults = (variation: string | null) => put(`${staging}/defaults`, { 'checkout-layout': variation });
const conflictPath = 'features.checkout.environments.staging.defaults.checkout-layout';
const namesOf = ({ body }: Answered) => (body.targeting.rules as { name: string }[]).map(({ name }) => name);

/** Opens a request with which another change conflicts. */
async function openConflicting(): Promise<number> {
  const admin = await as('admin');
  await admin.put(`${staging}/defaults`, { 'checkout-layout': 'off' });
  const number = await openRequest(admin, [defaults('one-page')]);
  await admin.put(`${staging}/defaults`, { 'checkout-layout': null });
  return number;
}

describe('a preview', () => {
  it('shows what the request would change now, and where', async () => {
    const admin = await as('admin');
    const number = await openRequest(admin, [switchOff]);
    const { body } = await admin.post(`${at(number)}/preview`, {});
    expect(getLines({ body })).toEqual(['targeting of checkout in production: on → off']);
    expect(body).toMatchObject({ conflicts: [], affected_environments: ['production'] });
  });

  it('shows conflicts, and the stage follows from it until they are gone', async () => {
    const admin = await as('admin');
    const number = await openConflicting();
    expect((await admin.get(at(number))).body.stage).toBe('ready');
    const { status, body } = await admin.post(`${at(number)}/preview`, {});
    expect([status, body]).toMatchObject([
      200,
      { changes: [], conflicts: [{ path: conflictPath, base: 'off', now: null, wanted: 'one-page' }] },
    ]);
    expect((await admin.get(at(number))).body.stage).toBe('conflicting');
    await admin.put(`${staging}/defaults`, { 'checkout-layout': 'off' });
    await admin.post(`${at(number)}/preview`, {});
    expect((await admin.get(at(number))).body.stage).toBe('ready');
  });
});

describe('a rebase', () => {
  it('is 409 conflict with what is left, and changes nothing then', async () => {
    const admin = await as('admin');
    const number = await openConflicting();
    const answer = await admin.post(`${at(number)}/rebase`, {});
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { code: 'conflict', details: [{ path: conflictPath }] },
    ]);
    expect((await admin.get(at(number))).body.revision).toBe(1);
  });

  it('takes what the request wants, as a new revision whose base is now', async () => {
    const admin = await as('admin');
    const number = await openConflicting();
    const resolve = [{ path: conflictPath, take: 'wanted' }];
    const rebased = await admin.post(`${at(number)}/rebase`, { resolve });
    expect(rebased.body).toMatchObject({ revision: 2, stage: 'ready', conflicts: [] });
    expect(getLines(rebased)).toEqual(['default of checkout-layout in staging: none → one-page']);
    expect((await admin.post(`${at(number)}/apply`, {})).status).toBe(200);
  });

  it('with what is there now leaves nothing of a request, which is 400', async () => {
    const admin = await as('admin');
    const number = await openConflicting();
    const resolve = [{ path: conflictPath, take: 'now' }];
    const { status, body } = await admin.post(`${at(number)}/rebase`, { resolve });
    expect([status, body.details]).toMatchObject([400, [{ path: 'changes' }]]);
  });

  it.each([
    ['theirs_first', ['Theirs', 'Mine']],
    ['mine_first', ['Mine', 'Theirs']],
  ])('with the order %s puts rules that both added at one position in it', async (order, names) => {
    const admin = await as('admin');
    const number = await openRequest(admin, [put(`${staging}/targeting`, createRules('Mine'))]);
    await admin.put(`${staging}/targeting`, createRules('Theirs'));
    expect((await admin.post(`${at(number)}/apply`, {})).body.code).toBe('conflict');
    expect((await admin.post(`${at(number)}/rebase`, { order })).status).toBe(200);
    expect((await admin.post(`${at(number)}/apply`, {})).status).toBe(200);
    expect(namesOf(await admin.get(staging))).toEqual(names);
  });

  it('drops what is about a feature that was deleted', async () => {
    const admin = await as('admin');
    const number = await openRequest(admin, [
      defaults('off'),
      put('/segments/canada', { name: 'Kanada', any_of: [] }),
    ]);
    await admin.delete('/features/checkout');
    const resolve = [{ path: 'web/checkout in staging', take: 'now' }];
    const rebased = await admin.post(`${at(number)}/rebase`, { resolve });
    expect({ status: rebased.status, body: rebased.body }).toMatchObject({ status: 200 });
    expect(getLines(rebased).every((line) => line.startsWith('segment canada'))).toBe(true);
  });
});

describe('a request that follows another', () => {
  /** Opens two requests for one rule: the second changes what the first makes. */
  async function openTwo() {
    const admin = await as('admin');
    const first = await openRequest(admin, [put(`${staging}/targeting`, createRules('First'))]);
    const body = {
      title: 'Then',
      changes: [put(`${staging}/targeting`, createRules('First', 'Second'))],
      after: first,
    };
    const opened = await admin.post(requests, body);
    expect({ status: opened.status, body: opened.body }).toMatchObject({ status: 201 });
    return { admin, first, second: opened.body.number as number, lines: getLines(opened) };
  }

  it('has the other as its base, and is applied after it', async () => {
    const { admin, first, second, lines } = await openTwo();
    expect(lines).toHaveLength(1);
    expect((await admin.get(at(second))).body).toMatchObject({ after: first, stage: 'following' });
    expect((await admin.get(at(first))).body.followed_by).toEqual([second]);
    const early = await admin.post(`${at(second)}/apply`, {});
    expect([early.status, early.body]).toMatchObject([
      409,
      { code: 'not_ready', details: [{ path: 'after' }] },
    ]);
    expect((await admin.post(`${at(second)}/preview`, {})).body.conflicts).toEqual([]);
    expect((await admin.post(`${at(first)}/apply`, {})).status).toBe(200);
    expect((await admin.get(at(second))).body.stage).toBe('ready');
    expect((await admin.post(`${at(second)}/apply`, {})).status).toBe(200);
    expect(namesOf(await admin.get(staging))).toEqual(['First', 'Second']);
  });

  it('is conflicting when the other is closed', async () => {
    const { admin, first, second } = await openTwo();
    await admin.post(`${at(first)}/close`, {});
    expect((await admin.get(at(second))).body.stage).toBe('conflicting');
    await admin.post(`${at(first)}/reopen`, {});
    expect((await admin.get(at(second))).body.stage).toBe('following');
  });

  it('is closed with the other by with_followers', async () => {
    const { admin, first, second } = await openTwo();
    const closed = await admin.post(`${at(first)}/close`, { with_followers: true });
    expect(closed.body).toMatchObject({ status: 'closed', closed_as: 'withdrawn' });
    expect((await admin.get(at(second))).body).toMatchObject({ status: 'closed', stage: null });
  });

  it('does not follow itself', async () => {
    const { admin, first, second } = await openTwo();
    const answer = await admin.patch(at(first), { after: second });
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ path: 'after' }]]);
  });
});
