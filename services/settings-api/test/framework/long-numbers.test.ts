import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { production, restoreOrganisations } from '../checkout.ts';
import { createCalls, getPaths } from '../client.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

const id = '9007199254740993';
const project = '/settings/v1/organisations/acme/projects/web';
/** Sends a text unchanged, because JSON.stringify would write other digits. */
function send(method: 'post' | 'put', path: string, text: string, type = 'application/json') {
  const agent = request(app.server);
  const asked = agent[method](`${project}${path}`);
  return asked
    .set({ Authorization: `Bearer ${acmeToken}`, 'Content-Type': type })
    .serialize((body) => body as unknown as string)
    .send(text);
}

describe('numbers beyond 2^53 of a user (decisions §1.2)', () => {
  beforeEach(() => web.put(`${production}/overrides/${id}`, { variation: 'one-page' }));

  it('are explained by their digits', async () => {
    const explain = (given: string) =>
      send(
        'post',
        '/environments/production/explain',
        `{"variable":"checkout-layout","user":{"id":${given}}}`,
      );
    const { status, body } = await explain(id);
    expect([status, body.result.reason]).toEqual([200, 'self_targeting_override']);
    expect((await explain('9007199254740992')).body.result.reason).not.toBe('self_targeting_override');
  });

  it('are shown by their digits where a condition compares them', async () => {
    const condition = { property: 'custom', custom_key: 'n', operator: 'eq', values: [1] };
    const rule = { name: 'One', any_of: [{ all_of: [condition] }], serve: { variation: 'one-page' } };
    const as_if = { targeting: { enabled: true, rules: [rule] } };
    const text = JSON.stringify({ variable: 'checkout-layout', user: { custom_data: { n: '?' } }, as_if });
    const { status, body } = await send('post', '/environments/production/explain', text.replace('"?"', id));
    expect(status).toBe(200);
    expect(body.rules[0].any_of[0].all_of[0].attribute).toEqual({
      state: 'present',
      given: id,
      compared: id,
    });
  });

  it('are previewed by their digits', async () => {
    const users = [id, '9007199254740992', `"${id}"`].map((given) => `{"id":${given}}`).join(',');
    const { status, body } = await send(
      'post',
      '/environments/production/preview',
      `{"feature":"checkout","users":[${users}]}`,
    );
    expect([status, body.before]).toEqual([200, { 'one-page': 2, off: 1 }]);
  });
});

describe('numbers beyond 2^53 of a definition', () => {
  const condition = { property: 'custom', custom_key: 'n', operator: 'eq', values: ['?'] };
  const rule = { name: 'One', any_of: [{ all_of: [condition] }], serve: { variation: 'one-page' } };
  const targeting = JSON.stringify({ enabled: true, rules: [rule] }).replace('"?"', id);

  it('are refused where a double would round them, with the path', async () => {
    const { status, body } = await send('put', `${production}/targeting`, targeting);
    expect(getPaths({ status, body, etag: '' })).toEqual(['rules[0].any_of[0].all_of[0].values[0]']);
    expect(JSON.stringify(body)).toContain('9007199254740993 would become 9007199254740992');
  });

  it.each(['explain', 'preview'])('are refused likewise in as_if of %s', async (route) => {
    const asked = route === 'explain' ? '"variable":"checkout-layout"' : '"feature":"checkout","users":[]';
    const answer = await send(
      'post',
      `/environments/production/${route}`,
      `{${asked},"as_if":{"targeting":${targeting}}}`,
    );
    expect(getPaths({ status: answer.status, body: answer.body, etag: '' })).toEqual([
      'as_if.targeting.rules[0].any_of[0].all_of[0].values[0]',
    ]);
  });

  it('may be ids of overrides in quotes; without them YAML reads a number, which is refused', async () => {
    const importOf = (name: string) =>
      send(
        'post',
        '/import',
        `environments: [{ slug: production }]
features:
  - slug: pinned
    name: Pinned
    variables: [{ slug: pinned, type: boolean }]
    variations: [{ slug: 'on', name: 'On', values: { pinned: true } }]
    environments: { production: { overrides: { ${name}: 'on' } } }
`,
        'application/yaml',
      );
    const { status, body } = await importOf(id);
    expect(getPaths({ status, body, etag: '' })).toEqual([
      `features[0].environments.production.overrides.${id}`,
    ]);
    const quoted = await importOf(`'${id}'`);
    expect([quoted.status, quoted.body.details]).toEqual([200, undefined]);
    const pinned = await web.get('/features/pinned/environments/production');
    expect(pinned.body.overrides.items).toEqual([{ user_id: id, variation: 'on' }]);
  });
});
