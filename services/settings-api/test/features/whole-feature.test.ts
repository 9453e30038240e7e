import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readAuditRecords, restoreOrganisations } from '../checkout.ts';
import { createCalls, getPaths, type Calls } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const admin = createCalls(app);
let member: Calls;
beforeAll(async () => {
  member = createCalls(app, await signIn(app, 'member@acme.example'));
});
afterEach(() => restoreOrganisations(app));

const checkout = '/features/checkout';

interface Part {
  readonly slug: string;
  readonly values: Readonly<Record<string, unknown>>;
}
interface Feature {
  readonly variables: readonly Part[];
  readonly variations: readonly Part[];
}

/** Returns the feature with the parts that a test replaces. */
async function whole(changed: (feature: Feature) => object) {
  const { body, etag } = await admin.get(checkout);
  const { variables, variations } = body as Feature;
  return { body: { variables, variations, ...changed({ variables, variations }) }, etag };
}

describe('a feature as a whole', () => {
  it('gets several variables, variations and values in one change with one audit record', async () => {
    await app.pool.query('DELETE FROM audit_record');
    const { body } = await whole(({ variables, variations }) => ({
      variables: [...variables, { slug: 'Steps', type: 'number' }],
      variations: [
        { ...variations[1], values: { ...variations[1]!.values, steps: 1 } },
        { ...variations[0], name: 'As it was', values: { ...variations[0]!.values, steps: 3 } },
        {
          slug: 'two',
          values: { 'checkout-enabled': true, 'checkout-layout': 'two', steps: 2 },
        },
      ],
    }));
    const answer = await admin.put(checkout, body);
    expect(answer.status).toBe(200);
    expect(answer.body.variables).toMatchObject([
      { slug: 'checkout-enabled' },
      { slug: 'checkout-layout' },
      { slug: 'steps' },
    ]);
    expect(answer.body.variations).toMatchObject([
      { slug: 'one-page', values: { steps: 1 } },
      { slug: 'off', name: 'As it was', values: { steps: 3 } },
      { slug: 'two', name: 'two', values: { steps: 2 } },
    ]);
    expect(answer.etag).toBe((await admin.get(checkout)).etag);
    const records = await readAuditRecords(app);
    expect(records.map(({ action }) => action)).toEqual(['feature.updated']);
  });

  it('keeps a renamed variable, a renamed variation, and what is not named of them', async () => {
    const described = { description: 'which page', constraints: { max_length: 20 } };
    await admin.patch(`${checkout}/variables/checkout-layout`, described);
    const { body } = await whole(({ variations }) => ({
      variables: [
        { slug: 'layout', was: 'checkout-layout', type: 'string' },
        { slug: 'checkout-enabled', type: 'boolean' },
      ],
      variations: variations.map(({ slug, values }) => ({
        slug: slug === 'one-page' ? 'single' : slug,
        was: slug,
        values: { 'checkout-enabled': values['checkout-enabled'], layout: values['checkout-layout'] },
      })),
    }));
    const answer = await admin.put(checkout, body);
    expect(answer.body).toMatchObject({
      variables: [{ slug: 'checkout-enabled' }, { slug: 'layout', ...described }],
      variations: [
        { slug: 'off', name: 'Off' },
        { slug: 'single', name: 'One page' },
      ],
    });
    // Targeting goes on serving it under its new slug.
    expect(JSON.stringify((await admin.get(`${checkout}/environments/production`)).body)).toContain(
      '"single"',
    );
  });

  it('gets a new variable in place of one with the same slug where `was` is null', async () => {
    const { body } = await whole(({ variables, variations }) => ({
      variables: [variables[0], { slug: 'checkout-layout', was: null, type: 'number' }],
      variations: variations.map(({ slug, values }) => ({
        slug,
        values: { ...values, 'checkout-layout': 1 },
      })),
    }));
    expect((await admin.put(checkout, body)).body.variables[1]).toMatchObject({ type: 'number' });
  });

  it('is refused with every problem that it has, by path', async () => {
    const { body } = await whole(({ variables, variations }) => ({
      variables: [
        { ...variables[0], type: 'string' },
        { ...variables[1], was: 'nothing' },
        { slug: 'checkout-enabled', was: 'checkout-layout', type: 'string' },
      ],
      variations: [
        { ...variations[0], values: { 'checkout-enabled': 'x' } },
        { ...variations[1], slug: 'off' },
      ],
    }));
    const answer = await admin.put(checkout, body);
    expect(answer.status).toBe(400);
    expect(getPaths(answer)).toEqual([
      'variables[0].type',
      'variables[1].slug',
      'variables[1].was',
      'variables[2].slug',
      'variations[0].values.checkout-layout',
      'variations[1].slug',
      'variations[1].values.checkout-enabled',
      'variations[1].was',
    ]);
  });

  it('cannot exchange two slugs in one change', async () => {
    const { body } = await whole(({ variations: [off, onePage] }) => ({
      variations: [
        { ...off, slug: 'one-page', was: 'off' },
        { ...onePage, slug: 'off', was: 'one-page' },
      ],
    }));
    expect(getPaths(await admin.put(checkout, body))).toEqual(['variations[0].slug', 'variations[1].slug']);
  });

  it('says of a slug that another feature has whose it is', async () => {
    await admin.post('/features', { slug: 'banner', variables: [{ slug: 'banner', type: 'boolean' }] });
    const { body } = await whole(({ variables }) => ({
      variables: [...variables, { slug: 'banner', type: 'boolean' }],
      variations: [],
    }));
    expect(await admin.put(checkout, body)).toMatchObject({
      status: 409,
      body: { code: 'taken', details: [{ path: 'variables[2].slug' }] },
    });
  });

  it('keeps variations that something serves: 409 names the places', async () => {
    const { body } = await whole(({ variations }) => ({ variations: variations.slice(0, 1) }));
    const answer = await admin.put(checkout, body);
    expect(answer).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(answer.body.details[0]).toMatchObject({
      path: 'targeting.rules[0]',
      resource: { kind: 'feature', slug: 'checkout', environment: 'production' },
    });
  });

  it('is 412 where somebody else was faster, and 403 where a member changes what a protected environment serves', async () => {
    const { body, etag } = await whole(({ variations: [off, onePage] }) => ({
      variations: [off, { ...onePage, values: { ...onePage!.values, 'checkout-layout': 'other' } }],
    }));
    expect(await member.put(checkout, body)).toMatchObject({ status: 403 });
    await admin.patch(checkout, { name: 'Till' });
    expect((await admin.put(checkout, body, { 'If-Match': etag })).status).toBe(412);
  });
});

describe('where a feature is served', () => {
  it('says which environments name which variations, and which of them are protected', async () => {
    await admin.put(`${checkout}/environments/staging`, {
      targeting: { enabled: false, rules: [] },
      defaults: {},
    });
    const { body, status } = await admin.get(`${checkout}/uses`);
    expect(status).toBe(200);
    expect(body.items).toEqual([
      { environment: 'production', protected: true, variations: ['off', 'one-page'] },
      { environment: 'staging', protected: false, variations: [] },
    ]);
    const page = await admin.get(`${checkout}/uses?limit=1`);
    expect(page.body.items).toHaveLength(1);
    await admin.delete(`${checkout}/environments/staging/targeting`);
    await admin.put(`${checkout}/environments/staging/overrides/u`, { variation: 'off' });
    const next = await admin.get(`${checkout}/uses?limit=1&cursor=${page.body.next_cursor}`);
    expect(next.body.items).toMatchObject([{ environment: 'staging', variations: ['off'] }]);
  });

  it('leaves out environments that serve nothing of it', async () => {
    await admin.post('/features', { slug: 'banner' });
    expect((await admin.get('/features/banner/uses')).body.items).toEqual([]);
  });
});
