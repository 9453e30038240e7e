import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentKey, tokens } from './organisations.ts';
import { ask, listKeys } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('GET /v1/code-references/keys (contract §4.5)', () => {
  it('lists the variables of the project, sorted, those of archived features too, deleted ones not', async () => {
    const { status, headers, body } = await listKeys(app, '?project=web');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(body).toEqual({
      keys: [
        '10',
        '9',
        'a.b_c-1',
        'black-friday',
        'checkout-enabled',
        'checkout-layout',
        'finished',
        'search-engine',
      ],
    });
  });

  it('names the keys of archived features on request', async () => {
    const { body } = await listKeys(app, '?project=web&include=archived_keys');
    expect(body).toMatchObject({
      keys: expect.arrayContaining(['black-friday']),
      archived_keys: ['black-friday'],
    });
    const { body: none } = await listKeys(app, '?project=empty&include=archived_keys');
    expect(none).toEqual({ keys: [], archived_keys: [] });
  });

  it.each(['?project=WEB', '?other=1&project=web', '?project=w%65b', '?project=web&project=depot'])(
    'takes %s for web',
    async (query) => {
      expect((await listKeys(app, query)).body).toMatchObject({ keys: expect.arrayContaining(['finished']) });
    },
  );

  it('lists nothing for a project without variables', async () => {
    expect(await listKeys(app, '?project=empty')).toMatchObject({ status: 200, body: { keys: [] } });
  });

  it.each(['', '?', '?project', '?project=', '?project=%20', '?Project=web'])(
    '400 where the project is missing or blank: %j',
    async (query) => {
      const expected = { status: 400, body: { error: '"project" field is required.' } };
      expect(await listKeys(app, query)).toMatchObject(expected);
    },
  );

  it('400 where the project holds NUL', async () => {
    expect(await listKeys(app, '?project=we%00b')).toMatchObject({ status: 400 });
  });

  it.each([
    ['does not exist', '?project=nothing', tokens.acme],
    ['another organisation has', '?project=depot', tokens.rival],
    ['cannot be decoded', '?project=%E0%A4%A', tokens.acme],
  ])('404 for a project that %s', async (_, query, token) => {
    const answered = await listKeys(app, query, { token });
    expect(answered).toMatchObject({ status: 404, body: { error: 'Unknown project.' } });
  });

  it.each([null, 'nonsense', 'rpa_unknown', tokens.revoked, tokens.settingsOnly, environmentKey])(
    '401 with the token %j, before the project is looked at',
    async (token) => {
      const expected = { status: 401, body: { error: 'Invalid or missing API token.' } };
      expect(await listKeys(app, '', { token })).toMatchObject(expected);
    },
  );

  it.each([
    [403, 'organisation_suspended', tokens.suspended],
    [403, 'organisation_suspended', tokens.suspendedFree],
    [403, 'organisation_inactive', tokens.inactive],
    [403, 'organisation_inactive', tokens.inactiveStarter],
    [402, 'plan_upgrade_required', tokens.starter],
    [402, 'plan_upgrade_required', tokens.inactiveFree],
  ])('%d with the code %s, before the project is looked at', async (status, code, token) => {
    expect(await listKeys(app, '', { token })).toMatchObject({ status, body: { code } });
  });

  it('answers HEAD without a body, and 405 with Allow to other methods', async () => {
    const head = await ask(app, '/v1/code-references/keys?project=web', {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${tokens.acme}` },
    });
    expect([head.status, head.body]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers, body } = await ask(app, '/v1/code-references/keys', { method });
      expect([status, headers.get('allow'), body]).toEqual([
        405,
        'GET, HEAD',
        { error: 'Method not allowed.' },
      ]);
    }
  });
});
