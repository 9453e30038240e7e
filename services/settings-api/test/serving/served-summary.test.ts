import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { everyone, production, readAuditRecords, restoreOrganisations } from '../checkout.ts';
import { createCalls, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

describe('replacing targeting and defaults together', () => {
  const whole = {
    targeting: { enabled: true, rules: [everyone] },
    defaults: { 'checkout-enabled': 'one-page', 'checkout-layout': null },
  };

  it('is one change with one version and one audit record', async () => {
    const before = (await web.get(production)).body;
    const { status, body, etag } = await web.put(production, whole);
    expect([status, body.version > before.version]).toEqual([200, true]);
    expect(body).toMatchObject({
      targeting: { enabled: true, rules: [{ name: 'Everyone' }] },
      defaults: { 'checkout-enabled': 'one-page', 'checkout-layout': null },
      overrides: { count: 1 },
    });
    expect((await web.get(production)).etag).toBe(etag);
    expect((await readAuditRecords(app)).length).toBeLessThanOrEqual(2);
  });

  it('shows in a dry run what would change and where, and changes nothing', async () => {
    const before = await web.get(production);
    const { status, body } = await web.put(`${production}?dry_run=true`, whole);
    expect(status).toBe(200);
    expect(body.dry_run).toBe(true);
    const changes = body.changes as { text: string }[];
    expect(changes.map(({ text }) => text)).toContain('default of checkout-layout in production: off → none');
    expect(body.touches).toEqual([{ environment: 'production', protected: true, feature: 'checkout' }]);
    expect(await web.get(production)).toEqual(before);
    expect(await readAuditRecords(app)).toEqual([]);
  });

  it('touches nothing where nothing would change', async () => {
    const { targeting, defaults } = (await web.get(production)).body;
    const { body } = await web.put(`${production}?dry_run=true`, { targeting, defaults });
    expect(body).toEqual({
      dry_run: true,
      changes: [],
      touches: [],
      touches_omitted: 0,
      approval_required: [],
    });
  });

  it('removes the targeting object with null', async () => {
    await web.put(production, { targeting: null, defaults: {} });
    expect((await web.get(production)).body).toMatchObject({
      targeting: null,
      defaults: { 'checkout-enabled': null, 'checkout-layout': null },
    });
  });

  it('names every problem of both with its path', async () => {
    const broken = {
      targeting: { enabled: true, rules: [{ serve: { variation: 'nothing' } }, { serve: 7 }] },
      defaults: { unknown: 'off', 'checkout-layout': 'nothing' },
    };
    const paths = getPaths(await web.put(production, broken));
    expect(paths).toEqual(
      expect.arrayContaining([
        'targeting.rules[0].serve.variation',
        'defaults.unknown',
        'defaults.checkout-layout',
      ]),
    );
    expect(getPaths(await web.put(production, { targeting: null }))).toEqual(['defaults']);
  });

  it('is refused when somebody was faster: 412', async () => {
    const { etag } = await web.get(production);
    await web.put(`${production}/overrides/u`, { variation: 'off' });
    expect((await web.put(production, whole, { 'If-Match': etag })).status).toBe(412);
    expect((await web.put(`${production}?dry_run=true`, whole, { 'If-Match': etag })).status).toBe(412);
  });
});

it('whether there is a session is told without a refusal', async () => {
  const session = await signIn(app, 'viewer@acme.example');
  const { body } = await request(app.server).get('/settings/v1/session/options').set(session);
  expect(body.signed_in).toBe(true);
});

it('what a sign-in page shows is told to anybody', async () => {
  const { status, body } = await request(app.server).get('/settings/v1/session/options');
  expect([status, body]).toEqual([
    200,
    {
      signed_in: false,
      sign_up: 'invited',
      create_organisations: 'staff',
      oidc: null,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    },
  ]);
});
