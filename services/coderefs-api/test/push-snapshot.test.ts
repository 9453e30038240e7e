import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { environmentKey, tokens } from './organisations.ts';
import { ask, push, snapshot } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { readConnections, deleteAll, readReferences } from './stored.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => deleteAll(app));
afterAll(() => app.stop());

const reference = { key: 'checkout-enabled', file: 'src/a.ts', line_number: 3, snippet: 'x' };
const invalidToken = { error: 'Invalid or missing API token.' };

describe('POST /v1/code-references (contract §4.4)', () => {
  it('stores a snapshot, counts its references and names the keys without a variable, sorted', async () => {
    const references = [
      reference,
      { key: 'zebra', file: 'src/a.ts' },
      { key: 'Checkout-Enabled', file: 'src/b.ts', line_number: 1 },
      { key: 'ape', file: 'src/b.ts' },
      { key: 'ZEBRA', file: 'src/c.ts' },
      { key: 'black-friday', file: 'src/c.ts' },
      { key: 'guest-book', file: 'src/c.ts' },
    ];
    expect(await push(app, snapshot({ references }))).toMatchObject({
      status: 200,
      body: { accepted: 7, matched: 3, unknown_keys: ['ape', 'guest-book', 'zebra'] },
    });
  });

  it('counts equal references as often as they were received', async () => {
    const twice = [reference, reference, { ...reference, key: 'unknown' }, { ...reference, key: 'UNKNOWN' }];
    const { body } = await push(app, snapshot({ references: twice }));
    expect(body).toEqual({ accepted: 4, matched: 2, unknown_keys: ['unknown'] });
    expect(await readReferences(app)).toHaveLength(2);
  });

  it('sorts unknown keys by their code points', async () => {
    const keys = ['\u{1F600}', '\uFF5E', 'z', 'é', 'B', 'a', '10', '9', '_'];
    const references = keys.map((key) => ({ key: `x${key}`, file: 'a' }));
    const { body } = await push(app, snapshot({ references }));
    expect(body).toMatchObject({
      unknown_keys: ['x10', 'x9', 'x_', 'xa', 'xb', 'xz', 'xé', 'x\uFF5E', 'x\u{1F600}'],
    });
  });

  it('creates the repository connection on the first push, with branch and commit of the last', async () => {
    await push(app, snapshot());
    expect(await readConnections(app)).toMatchObject([
      { provider: 'github', repository: 'acme/web', branch: 'main', commit: 'c0ffee' },
    ]);
    await push(app, snapshot({ branch: 'trunk', commit_sha: undefined, references: [reference] }));
    expect(await readConnections(app)).toMatchObject([{ branch: 'trunk', commit: null }]);
  });

  it('compares names of repositories and projects without case', async () => {
    await push(app, snapshot({ references: [reference] }));
    await push(app, snapshot({ project: 'WEB', repository: 'Acme/Web', references: [reference] }));
    expect(await readConnections(app)).toMatchObject([{ repository: 'Acme/Web' }]);
  });

  it('keeps a connection for each project, provider and repository', async () => {
    for (const parts of [{}, { project: 'depot' }, { provider: 'gitlab' }, { repository: 'acme/app' }]) {
      await push(app, snapshot({ ...parts, references: [reference] }));
    }
    expect(await readConnections(app)).toHaveLength(4);
  });

  it('accepts an empty snapshot of an unknown repository', async () => {
    expect(await push(app, snapshot())).toMatchObject({
      status: 200,
      body: { accepted: 0, matched: 0, unknown_keys: [] },
    });
  });

  it('matches only variables of the project', async () => {
    const { body } = await push(app, snapshot({ project: 'depot', references: [reference] }));
    expect(body).toEqual({ accepted: 1, matched: 0, unknown_keys: ['checkout-enabled'] });
  });

  it('ignores members that it does not know', async () => {
    const odd = { ...reference, column: 3, more: { key: 'other', file: ['x', { key: 'y' }] } };
    const body = {
      extra: { references: [{ key: 'no' }], project: 'no' },
      ...snapshot({ references: [odd] }),
    };
    expect((await push(app, body)).body).toEqual({ accepted: 1, matched: 1, unknown_keys: [] });
  });

  it('accepts members in any order', async () => {
    const { references, ...rest } = snapshot({ references: [reference] });
    expect((await push(app, { references, ...rest })).body).toMatchObject({ matched: 1 });
    expect((await push(app, { ...rest, references })).body).toMatchObject({ matched: 1 });
  });

  it('answers 405 with Allow to other methods', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers, body } = await ask(app, '/v1/code-references', { method });
      expect([status, headers.get('allow'), body]).toEqual([405, 'POST', { error: 'Method not allowed.' }]);
    }
  });

  it('answers 404 to a path with a trailing slash', async () => {
    expect(await ask(app, '/v1/code-references/', { method: 'POST' })).toMatchObject({ status: 404 });
  });
});

describe('401 (contract §7.5)', () => {
  it.each<[string, string | null]>([
    ['is missing', null],
    ['is malformed', 'nonsense'],
    ['is empty', ''],
    ['is unknown', 'rpa_unknown_0123456789abcdefghijklmnopqrstu'],
    ['is revoked', tokens.revoked],
    ['is an environment key', environmentKey],
    ['was not made for code references', tokens.settingsOnly],
    ['is written in capitals', tokens.acme.toUpperCase()],
  ])('is the answer where the token %s', async (_, token) => {
    const { status, headers, body } = await push(app, snapshot(), { token });
    expect([status, body, headers.get('www-authenticate')]).toEqual([401, invalidToken, 'Bearer']);
  });

  it.each([tokens.acme, `Basic ${tokens.acme}`, `Bearer ${tokens.acme} ${tokens.acme}`, 'Bearer'])(
    'is the answer to the header %j',
    async (Authorization) => {
      const answered = await push(app, snapshot(), { token: null, headers: { Authorization } });
      expect(answered).toMatchObject({ status: 401, body: invalidToken });
    },
  );

  it('is the answer to an environment key in its own header', async () => {
    const headers = { 'X-API-Key': environmentKey };
    expect(await push(app, snapshot(), { token: null, headers })).toMatchObject({ status: 401 });
  });

  it.each(['bearer', 'BEARER', 'BeArEr'])('is not the answer to the scheme %s', async (scheme) => {
    const headers = { Authorization: `${scheme} ${tokens.acme}` };
    expect(await push(app, snapshot(), { token: null, headers })).toMatchObject({ status: 200 });
  });

  it('comes before everything that is wrong with the body', async () => {
    expect(await push(app, 'not json', { token: null })).toMatchObject({ status: 401, body: invalidToken });
  });
});

describe('403 (contract §7.5)', () => {
  it.each([
    ['suspended', tokens.suspended, 'organisation_suspended'],
    ['suspended, on the Free plan', tokens.suspendedFree, 'organisation_suspended'],
    ['inactive', tokens.inactive, 'organisation_inactive'],
    ['inactive, on a plan without code references', tokens.inactiveStarter, 'organisation_inactive'],
  ])('is the answer where the organisation is %s', async (_, token, code) => {
    const expected = { status: 403, body: { error: expect.any(String), code } };
    expect(await push(app, snapshot(), { token })).toMatchObject(expected);
    expect(await push(app, 'not json', { token })).toMatchObject(expected);
  });
});

describe('402 (contract §7.5)', () => {
  const expected = {
    status: 402,
    body: {
      error: 'Code references require the Business or Enterprise plan.',
      code: 'plan_upgrade_required',
    },
  };

  it.each([
    ['Starter', tokens.starter],
    ['Free', tokens.free],
    ['Free, which needs no subscription', tokens.inactiveFree],
  ])('is the answer on the plan %s, before the body is looked at', async (_, token) => {
    expect(await push(app, snapshot(), { token })).toMatchObject(expected);
    expect(await push(app, 'not json', { token })).toMatchObject(expected);
  });

  it('depends on the present plan', async () => {
    const setPlan = (plan: string) =>
      app.pool.query(`UPDATE organisation SET plan = $1 WHERE slug = 'rival'`, [plan]);
    expect(await push(app, snapshot(), { token: tokens.rival })).toMatchObject({ status: 200 });
    await setPlan('starter');
    expect(await push(app, snapshot(), { token: tokens.rival })).toMatchObject(expected);
    await setPlan('business');
    expect(await push(app, snapshot(), { token: tokens.rival })).toMatchObject({ status: 200 });
  });
});

describe('404 (contract §7.5)', () => {
  const expected = { status: 404, body: { error: 'Unknown project.' } };

  it('is the answer to an unknown project', async () => {
    expect(await push(app, snapshot({ project: 'nothing' }))).toMatchObject(expected);
  });

  it('is the answer to a project of another organisation', async () => {
    expect(await push(app, snapshot({ project: 'depot' }), { token: tokens.rival })).toMatchObject(expected);
  });

  it('comes after everything that is wrong with the body', async () => {
    const body = snapshot({ project: 'nothing', references: [{}] });
    expect(await push(app, body)).toMatchObject({ status: 400 });
  });
});

describe('one organisation and another', () => {
  it('have connections of their own to one repository', async () => {
    await push(app, snapshot({ references: [reference] }));
    await push(app, snapshot({ references: [] }), { token: tokens.rival });
    expect(await readConnections(app)).toHaveLength(2);
    expect(await readReferences(app)).toMatchObject([{ state: 'recorded' }]);
  });
});
