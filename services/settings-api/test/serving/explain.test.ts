import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createCalls, getPaths } from '../client.ts';
import { organisations, otherToken } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

const production = '/environments/production/explain';
const inCanada = { id: 'user-123', country: 'ca' };

describe('an explanation', () => {
  it('is of what is stored now, rule by rule', async () => {
    const answer = await web.post(production, { variable: 'Checkout-Layout', user: inCanada });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        result: {
          key: 'checkout-layout',
          value: 'classic',
          variation: 'off',
          reason: 'targeting_rule_matched',
          feature: 'checkout',
        },
        decided_by: { line: 6, rule: 1 },
        feature: { slug: 'checkout', status: 'live', default: 'off', override: null, targeting: 'on' },
        rules: [
          {
            name: 'Half of Canada',
            outcome: 'serves',
            decides: true,
            any_of: [
              {
                holds: true,
                all_of: [
                  {
                    property: 'segment',
                    operator: 'in_segment',
                    values: ['canada'],
                    segments: [{ slug: 'canada', exists: true, holds: true }],
                  },
                ],
              },
            ],
            // decisions §1.3: a1b2c3d4:split:user-123.
            split: {
              bucket: 40824,
              ranges: [
                { variation: 'off', hit: true },
                { variation: 'one-page', hit: false },
              ],
            },
          },
        ],
        segments: [
          {
            slug: 'canada',
            any_of: [{ all_of: [{ attribute: { state: 'present', given: 'ca', compared: 'ca' } }] }],
          },
        ],
      },
    });
  });

  it('follows a change at once', async () => {
    const anyOf = [{ all_of: [{ property: 'country', operator: 'is', values: ['FR'] }] }];
    expect((await web.put('/segments/canada', { name: 'Canada', any_of: anyOf })).status).toBe(200);
    const { body } = await web.post(production, { variable: 'checkout-layout', user: inCanada });
    expect(body).toMatchObject({ decided_by: { line: 7, rule: null }, rules: [{ outcome: 'not_matched' }] });
  });

  it('is for the requested time', async () => {
    const staging = '/features/checkout/environments/staging/targeting';
    const rule = { name: 'Later', schedule: { from: '2030-01-01' }, serve: { variation: 'one-page' } };
    await web.put(staging, { enabled: true, rules: [rule] });
    const at = (time: string) =>
      web.post('/environments/staging/explain', { variable: 'checkout-layout', at: time });
    expect((await at('2029-12-31T23:00:00-00:30')).body).toMatchObject({
      at: '2029-12-31T23:30:00.000Z',
      result: { variation: null },
    });
    expect((await at('2030-01-01')).body).toMatchObject({ result: { variation: 'one-page' } });
    expect(getPaths(await at('tomorrow'))).toEqual(['at']);
  });

  it('covers overrides and unknown variables', async () => {
    const { body } = await web.post(production, { variable: 'checkout-layout', user: { id: 'user-7' } });
    expect(body).toMatchObject({ decided_by: { line: 4 }, feature: { override: 'one-page' } });
    const unknown = await web.post(production, { variable: '__proto__', user: null });
    expect(unknown).toMatchObject({
      status: 200,
      body: { result: { reason: 'variable_not_found' }, decided_by: { line: 1 }, feature: null, rules: [] },
    });
  });

  it('needs a variable, and a user that is an object', async () => {
    expect(getPaths(await web.post(production, { user: 'ada', colour: 'red' }))).toEqual([
      'colour',
      'user',
      'variable',
    ]);
    const long = { custom_data: { text: 'x'.repeat(102_400) } };
    expect(getPaths(await web.post(production, { variable: 'checkout-layout', user: long }))).toEqual([
      'user',
    ]);
  });

  it('is for viewers too, and for no member of another organisation', async () => {
    const viewer = createCalls(app, await signIn(app, 'viewer@acme.example'));
    expect((await viewer.post(production, { variable: 'checkout-layout' })).status).toBe(200);
    const stranger = createCalls(app, { Authorization: `Bearer ${otherToken}` });
    expect((await stranger.post(production, { variable: 'checkout-layout' })).status).toBe(404);
    await request(app.server)
      .post(`/settings/v1/organisations/acme/projects/web${production}`)
      .send({})
      .expect(401);
  });
});
