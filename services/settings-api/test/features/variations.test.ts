import { describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { until } from '@bunting/testing';
import { createCalls, getPaths } from '../client.ts';
import { withEvaluator } from '../evaluator.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

const variations = '/features/checkout/variations';

describe('a variation', () => {
  it('gives every variable of its feature a value', async () => {
    const values = { 'Checkout-Enabled': true, 'checkout-layout': 'two-pages' };
    const created = await web.post(variations, { slug: 'Two-Pages', name: 'Two pages', values });
    expect(created).toMatchObject({
      status: 201,
      body: {
        slug: 'two-pages',
        name: 'Two pages',
        values: { 'checkout-enabled': true, 'checkout-layout': 'two-pages' },
      },
    });
    expect(created.etag).toBe((await web.get('/features/checkout')).etag);
  });

  it('is refused with every value that is missing, too many, or of another type', async () => {
    const answer = await web.post(variations, { slug: 'x', values: { 'checkout-enabled': 1, stranger: 2 } });
    expect(getPaths(answer)).toEqual([
      'values.checkout-enabled',
      'values.checkout-layout',
      'values.stranger',
    ]);
  });

  it('cannot have a whole number that would be rounded: the answer has it as it was written', async () => {
    const json = { 'Content-Type': 'application/json' };
    const create = (number: string) => {
      const body = `{"slug": "n", "variables": [{"slug": "n", "type": "number"}, {"slug": "j", "type": "json"}],
        "variations": [{"slug": "on", "values": {"n": ${number}, "j": {"deep": [${number}]}}}]}`;
      return web.post('/features', body, json);
    };
    const message =
      'must be a number that can be stored exactly: 12345678901234567890 would become 12345678901234567000';
    const refused = await create('12345678901234567890');
    expect({ status: refused.status, details: refused.body.details }).toMatchObject({
      status: 400,
      details: [
        { path: 'variations[0].values.n', message },
        { path: 'variations[0].values.j.deep[0]', message },
      ],
    });
    for (const number of ['9007199254740994', '0.1', '1e23', '3.141592653589793238462643']) {
      const made = await create(number);
      expect({ number, status: made.status }).toEqual({ number, status: 201 });
      expect(made.body.variations[0].values).toEqual({ n: Number(number), j: { deep: [Number(number)] } });
      expect((await web.delete('/features/n')).status).toBe(204);
    }
    // An explanation reads a user as evaluation does, which rounds.
    const asked =
      '{"variable": "checkout-layout", "user": {"custom_data": {"account": 12345678901234567890}}}';
    expect((await web.post('/environments/production/explain', asked, json)).status).toBe(200);
  });

  it('needs a slug that no other variation of the feature has', async () => {
    const values = { 'checkout-enabled': true, 'checkout-layout': '' };
    const taken = { status: 409, body: { error: 'A variation "off" already exists.', code: 'taken' } };
    expect(await web.post(variations, { slug: 'OFF', values })).toMatchObject(taken);
    expect(await web.patch(`${variations}/one-page`, { slug: 'Off' })).toMatchObject(taken);
  });

  it('merges the values that a PATCH names into those that it has', async () => {
    const changed = await web.patch(`${variations}/one-page`, { values: { 'CHECKOUT-layout': 'single' } });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        slug: 'one-page',
        name: 'One page',
        values: { 'checkout-enabled': true, 'checkout-layout': 'single' },
      },
    });
    const wrong = { values: { 'checkout-layout': 7, stranger: 1, 'checkout-enabled': null } };
    expect(getPaths(await web.patch(`${variations}/one-page`, wrong))).toEqual([
      'values.checkout-enabled',
      'values.checkout-layout',
      'values.stranger',
    ]);
  });

  it('is still served under another slug', async () => {
    const key = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
    await withEvaluator(app, async (evaluator) => {
      const served = () => evaluator.evaluate(key, 'checkout-layout', { id: 'user-7' });
      expect(await served()).toMatchObject({ reason: 'self_targeting_override', variation: 'one-page' });
      const renamed = await web.patch(`${variations}/one-page`, { slug: 'single', name: 'Single' });
      expect(renamed.body).toMatchObject({ slug: 'single', name: 'Single' });
      await until(async () => (await served()).variation === 'single');
      expect((await served()).reason).toBe('self_targeting_override');
      const { status } = await web.patch(`${variations}/single`, { slug: 'one-page', name: 'One page' });
      expect(status).toBe(200);
    });
  });

  it('that is served cannot be deleted: the answer says where', async () => {
    const slugs = ['a', 'b'];
    const overrides = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`user-${n + 10}`, 'a']));
    const everyone = { serve: { variation: 'a' } };
    const split = { split: slugs.map((variation) => ({ variation, weight: 50 })) };
    const feature = {
      slug: 'served',
      variables: [{ slug: 'served-variable', type: 'string' }],
      variations: slugs.map((slug) => ({ slug, values: { 'served-variable': slug } })),
      environments: {
        production: {
          targeting: { rules: [{ serve: { variation: 'b' } }, { name: 'Some', serve: split }] },
          overrides,
        },
        staging: { defaults: { 'served-variable': 'a' }, targeting: { enabled: false, rules: [everyone] } },
      },
    };
    const environments = [{ slug: 'production' }, { slug: 'staging' }];
    const project = { slug: 'web', environments, features: [feature] };
    await applyDocument({ pool: app.pool }, { organisations: [{ slug: 'acme', projects: [project] }] });

    const refused = await web.delete('/features/served/variations/a');
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'The variation "a" is in use; see "details".', code: 'in_use' },
    });
    const details = refused.body.details as { path: string; message: string }[];
    const uses = details.map(({ path, message }) => [path, message]);
    expect(uses.slice(0, 2)).toEqual([
      ['targeting.rules[1]', 'rule 2 "Some" in production: serves a'],
      ['overrides.user-10', 'override of user-10 in production: serves a'],
    ]);
    expect(uses.slice(-4)).toEqual([
      ['overrides.user-19', 'override of user-19 in production: serves a'],
      ['overrides', '2 further overrides in production: serves a'],
      ['targeting.rules[0]', 'rule 1 in staging: serves a'],
      ['defaults.served-variable', 'default of served-variable in staging: serves a'],
    ]);
    expect((await web.get('/features/served')).body.variations).toHaveLength(2);
  });

  it('that nothing serves can be deleted, and frees its slug', async () => {
    expect((await web.delete(`${variations}/two-pages`)).status).toBe(204);
    expect((await web.delete(`${variations}/two-pages`)).status).toBe(404);
    const values = { 'checkout-enabled': true, 'checkout-layout': '' };
    expect((await web.post(variations, { slug: 'two-pages', values })).status).toBe(201);
    expect((await web.delete(`${variations}/two-pages`)).status).toBe(204);
  });

  it('is written only when If-Match has the entity tag of its feature', async () => {
    await web.post('/features', { slug: 'other', variations: [{ slug: 'x' }] });
    const stale = { 'If-Match': (await web.get('/features/other')).etag };
    await web.patch('/features/other', { name: 'Another' });
    const at = '/features/other/variations';
    expect((await web.post(at, { slug: 'y' }, stale)).status).toBe(412);
    expect((await web.patch(`${at}/x`, { name: 'X' }, stale)).status).toBe(412);
    expect((await web.delete(`${at}/x`, stale)).status).toBe(412);
    const { etag } = await web.get('/features/other');
    expect((await web.delete(`${at}/x`, { 'If-Match': etag })).status).toBe(204);
  });
});
