import { beforeEach, describe, expect, it } from '@jest/globals';
import { everyone, production, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, getLines } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.redis.flushall();
});

interface Feature {
  readonly variables: readonly object[];
  readonly variations: readonly { readonly values: Readonly<Record<string, unknown>> }[];
}

describe('a 412', () => {
  it('says who changed it last, who else did, when, and what since the tag that was given, with the tag of now', async () => {
    const { etag } = await web.get(staging);
    const admin = createCalls(app, await signIn(app, 'admin@acme.example'));
    await web.put(`${staging}/targeting`, { enabled: true, rules: [everyone] });
    await admin.put(`${staging}/defaults`, { 'checkout-layout': 'off' });
    const late = await web.patch(`${staging}/targeting`, { enabled: false }, { 'If-Match': etag });
    expect(late).toMatchObject({
      status: 412,
      body: { code: 'changed_meanwhile', change_id: expect.any(String) },
    });
    const { rows } = await app.pool.query<{ at: Date }>(
      'SELECT created_at AS at FROM audit_record ORDER BY id DESC LIMIT 1',
    );
    expect([late.body.by, late.body.others]).toEqual(['admin@acme.example', ['owner@acme.example']]);
    expect(late.body.at).toBe(rows[0]!.at.toISOString());
    expect(late.body.names).toMatchObject({ 'owner@acme.example': expect.any(String) });
    expect(late.body.change_count).toBe(2);
    expect(getLines(late)).toEqual([
      expect.stringContaining('targeting of checkout in staging: created'),
      expect.stringContaining('rule 1 "Everyone": added'),
      'default of checkout-layout in staging: none → off',
    ]);
    expect(late.etag).toBe((await web.get(staging)).etag);
  });

  it('counts from the tag of the answer to a write, too, and from no change before it', async () => {
    const own = await web.put(`${staging}/defaults`, { 'checkout-layout': 'off' });
    await web.put(`${staging}/defaults`, { 'checkout-layout': 'one-page' });
    const late = await web.put(`${staging}/defaults`, {}, { 'If-Match': own.etag });
    expect(getLines(late)).toEqual(['default of checkout-layout in staging: off → one-page']);
  });

  it('leaves out what was changed and taken back before the tag was answered again', async () => {
    const { etag } = await web.get('/environments/staging');
    await web.patch('/environments/staging', { protected: true });
    await web.patch('/environments/staging', { protected: false });
    expect((await web.get('/environments/staging')).etag).toBe(etag);
    await web.patch('/environments/staging', { name: 'Stage' });
    const late = await web.patch('/environments/staging', { name: 'Late' }, { 'If-Match': etag });
    expect(getLines(late)).toEqual([expect.stringMatching(/^environment staging: name .* → "Stage"$/)]);
  });

  it('names the last change alone where nobody knows when the tag was given', async () => {
    await web.put(`${staging}/defaults`, { 'checkout-layout': 'off' });
    await web.put(`${staging}/defaults`, { 'checkout-enabled': 'off' });
    const late = await web.put(`${staging}/defaults`, {}, { 'If-Match': '"of long ago"' });
    expect(getLines(late)).toEqual(['default of checkout-enabled in staging: none → off']);
    expect(late.body.others).toEqual([]);
  });

  it('says nothing more where there is no record', async () => {
    const { status, body } = await web.put(`${staging}/defaults`, {}, { 'If-Match': '"other"' });
    expect([status, Object.keys(body as object)]).toEqual([412, ['error', 'code']]);
  });

  it.each([
    ['a feature', '/features/checkout', { name: 'Till' }, { description: 'x' }, 'patch'],
    ['a segment', '/segments/canada', { name: 'Kanada', any_of: [] }, { name: 'CA', any_of: [] }, 'put'],
  ] as const)('of %s tells only of it', async (_, path, first, second, method) => {
    const { etag } = await web.get(path);
    await web.put(`${production}/overrides/somebody`, { variation: 'off' });
    await web[method](path, first);
    const late = await web[method](path, second, { 'If-Match': etag });
    expect(late.status).toBe(412);
    expect(getLines(late).join()).toMatch(/name .* → "(Till|Kanada)"/);
    expect(getLines(late).join()).not.toContain('override');
  });

  it.each([
    ['an environment', '/environments/staging', 'environment staging: name "Staging" → "First"'],
    ['a project', '', 'project web: name "Web" → "First"'],
  ])('of %s tells its settings', async (_, path, line) => {
    const { etag } = await web.get(path);
    await web.put(`${staging}/overrides/somebody`, { variation: 'off' });
    await web.patch(path, { name: 'First' });
    const late = await web.patch(path, { name: 'Second' }, { 'If-Match': etag });
    expect(late).toMatchObject({ status: 412, body: { by: expect.any(String) } });
    expect(getLines(late)).toEqual([line]);
  });

  it('of an environment that moved along tells which one was moved', async () => {
    const { etag } = await web.get('/environments/staging');
    await web.patch('/environments/production', { position: 1 });
    const late = await web.patch('/environments/staging', { name: 'Late' }, { 'If-Match': etag });
    expect(getLines(late)).toEqual(['environment production: position 0 → 1']);
  });

  it('says that there were earlier changes than the last twenty', async () => {
    const { etag } = await web.get(staging);
    for (let n = 0; n <= 20; n += 1) await web.put(`${staging}/overrides/u${n}`, { variation: 'off' });
    const late = await web.put(`${staging}/defaults`, {}, { 'If-Match': etag });
    const lines = getLines(late);
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([
      21,
      expect.stringContaining('u1'),
      'and earlier changes',
    ]);
  });

  it('lists fifty lines of at most three hundred characters', async () => {
    const { etag } = await web.get(staging);
    const rules = Array.from({ length: 60 }, (_, index) => ({
      ...everyone,
      name: `${index}${'x'.repeat(190)}`,
    }));
    await web.put(`${staging}/targeting`, { enabled: true, rules });
    await web.put(`${staging}/targeting`, {
      enabled: true,
      rules: rules.map((rule) => ({ ...rule, serve: { variation: 'off' } })),
    });
    const late = await web.put(`${staging}/defaults`, {}, { 'If-Match': etag });
    expect(late.body.changes).toHaveLength(51);
    expect(getLines(late).at(-1)).toMatch(/^and \d+ more$/);
    expect(Math.max(...getLines(late).map((line) => line.length))).toBeLessThanOrEqual(301);
  });
});

describe('merging with what was saved meanwhile', () => {
  const one = { ...everyone, name: 'One' };
  const two = { ...everyone, name: 'Two' };
  const base = { targeting: { enabled: true, rules: [one, two] }, defaults: { 'checkout-layout': 'off' } };
  const merge = (body: object, as = web) => as.post(`${staging}/merge`, body);

  it('takes what each side changed, says what writing it would change, and writes nothing', async () => {
    await web.put(staging, base);
    await web.put(staging, { ...base, targeting: { enabled: false, rules: [one, two] } });
    const before = await web.get(staging);
    const wanted = { ...base, defaults: { 'checkout-layout': 'one-page' } };
    const viewer = createCalls(app, await signIn(app, 'viewer@acme.example'));
    const answer = await merge({ base, wanted }, viewer);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        merged: { targeting: { enabled: false }, defaults: { 'checkout-layout': 'one-page' } },
        conflicts: [],
      },
    });
    expect(getLines(answer)).toEqual(['default of checkout-layout in staging: off → one-page']);
    expect(answer.etag).toBe(before.etag);
    expect(await web.get(staging)).toEqual(before);
    expect((await web.put(staging, answer.body.merged, { 'If-Match': answer.etag })).status).toBe(200);
  });

  it('tells what both changed differently, by path, and takes what is decided of it', async () => {
    const of = (variation: string) => ({
      ...base,
      targeting: { enabled: true, rules: [{ ...one, serve: { split: [{ variation, weight: 100 }] } }, two] },
    });
    await web.put(staging, of('off'));
    const body = { base, wanted: of('one-page') };
    const path = 'targeting.rules[0].serve';
    const asked = await merge(body);
    expect(asked.body.conflicts).toEqual([
      {
        path,
        message: expect.stringContaining('was changed on both sides, differently'),
        base: one.serve,
        now: of('off').targeting.rules[0]!.serve,
        wanted: of('one-page').targeting.rules[0]!.serve,
      },
    ]);
    expect(asked.body.changes).toEqual([]);
    for (const [side, variation] of [
      ['now', 'off'],
      ['wanted', 'one-page'],
    ] as const) {
      const decided = await merge({ ...body, take: { [path]: side } });
      expect(decided.body.conflicts).toEqual([]);
      expect(decided.body.merged.targeting.rules[0].serve.split[0].variation).toBe(variation);
    }
  });

  it('takes what is decided of a whole targeting that one side removed, and of the order of two first ones', async () => {
    const of = (rule: object, enabled = true) => ({ targeting: { enabled, rules: [rule] }, defaults: {} });
    const none = { targeting: null, defaults: {} };
    await web.put(staging, none);
    const whole = await merge({ base: of(one), wanted: of(one, false), take: { targeting: 'wanted' } });
    expect(whole.body).toMatchObject({ conflicts: [], merged: { targeting: { enabled: false } } });
    await web.put(staging, of(one));
    const take = { 'targeting.rules.added[0]': 'wanted' };
    const { body } = await merge({ base: none, wanted: of(two), take });
    expect(body).toMatchObject({ merged: { targeting: { rules: [{ name: 'Two' }, { name: 'One' }] } } });
  });

  it('merges a feature cell by cell, and a segment by its parts', async () => {
    const feature = (await web.get('/features/checkout')).body as Feature;
    const withValue = (variation: number, value: string): Feature => ({
      ...feature,
      variations: feature.variations.map((each, index) =>
        index === variation ? { ...each, values: { ...each.values, 'checkout-layout': value } } : each,
      ),
    });
    await web.patch('/features/checkout/variations/off', { values: { 'checkout-layout': 'hers' } });
    const { body } = await web.post('/features/checkout/merge', {
      base: feature,
      wanted: withValue(1, 'own'),
    });
    expect(body.conflicts).toEqual([]);
    const { variations } = body.merged as Feature;
    const values = variations.map((each) => each.values['checkout-layout']);
    expect(values).toEqual(['hers', 'own']);
    expect(getLines({ body })).toEqual([
      'feature checkout: value of checkout-layout in one-page one-page → own',
    ]);

    const { name, any_of } = (await web.get('/segments/canada')).body;
    await web.put('/segments/canada', { name: 'Kanada', any_of });
    const merged = await web.post('/segments/canada/merge', {
      base: { name, any_of },
      wanted: { name, any_of: [] },
    });
    expect(merged.body).toMatchObject({ merged: { name: 'Kanada', any_of: [] }, conflicts: [] });
  });

  it('gives a variation that one side added the first value of a variable that the other added', async () => {
    const base = (await web.get('/features/checkout')).body as Feature;
    await web.post('/features/checkout/variables', {
      slug: 'steps',
      type: 'number',
      values: { off: 3, 'one-page': 1 },
    });
    const two = { slug: 'two', name: 'Two', values: base.variations[1]!.values };
    const wanted = { ...base, variations: [...base.variations, two] };
    const { body } = await web.post('/features/checkout/merge', { base, wanted });
    expect(getLines({ body })).toEqual([expect.stringMatching(/variation two: added .*, steps 3\)$/)]);
    const { variables, variations } = body.merged as Feature;
    const { status, body: written } = await web.put('/features/checkout', { variables, variations });
    expect([status, (written as Feature).variations.map(({ values }) => values['steps'])]).toEqual([
      200,
      [3, 1, 3],
    ]);
  });

  it('decides up to a thousand conflicts; more are 409, also when some of them are decided', async () => {
    const names = Array.from({ length: 34 }, (_, n) => `v${n}`);
    const valuesOf = (value: number) => Object.fromEntries(names.map((name) => [name, value]));
    const variables = names.map((slug) => ({ slug, type: 'number' }));
    const variations = names.slice(4).map((slug) => ({ slug, values: valuesOf(1) }));
    await web.post('/features', { slug: 'large', variables, variations });
    const stored = (await web.get('/features/large')).body as Feature;
    const sideOf = (value: number, count: number) =>
      stored.variations.map((each, n) => (n < count ? { ...each, values: valuesOf(value) } : each));
    const ask = (count: number, take = {}) => {
      const [base, wanted] = [2, 3].map((value) => ({ ...stored, variations: sideOf(value, count) }));
      return web.post('/features/large/merge', { base, wanted, take });
    };
    const conflicts = (await ask(29)).body.conflicts as { path: string }[];
    expect(conflicts).toHaveLength(29 * 34);
    const take = Object.fromEntries(conflicts.map(({ path }) => [path, 'wanted']));
    const merged = { variations: sideOf(3, 29) };
    expect((await ask(29, take)).body).toMatchObject({ conflicts: [], merged });
    for (const { status, body } of [await ask(30), await ask(30, take)]) {
      expect([status, body.code, (body.details as []).length]).toEqual([409, 'too_many_conflicts', 21]);
      expect(body.error).toContain('1020 conflicts; a merge resolves at most 1000');
    }
  });

  it('tells a conflict that is longer than a page, and then merges nothing', async () => {
    const of = (side: string) => {
      const values = Array.from({ length: 100 }, (_, n) => `${side}${n}${'x'.repeat(3_700)}`);
      const condition = { property: 'custom', custom_key: 'k', operator: 'is', values };
      return { enabled: true, rules: [{ ...one, any_of: [{ all_of: [condition] }] }] };
    };
    expect((await web.put(staging, { targeting: of('now'), defaults: {} })).status).toBe(200);
    const { body } = await merge({
      base: { targeting: of('base'), defaults: {} },
      wanted: { targeting: of('wanted'), defaults: { 'checkout-layout': 'off' } },
    });
    expect((body.conflicts as { path: string }[]).map(({ path }) => path)).toEqual([
      'targeting.rules[0].any_of',
    ]);
    expect(body).toMatchObject({ merged: { defaults: { 'checkout-layout': null } }, changes: [] });
  });

  it('refuses what has not the shape of a state', async () => {
    expect((await merge({ base: {}, wanted: base })).status).toBe(400);
    expect((await merge({ base, wanted: base, take: { x: 'own' } })).status).toBe(400);
    const refused = await web.post('/features/checkout/merge', { base: { slug: 7 }, wanted: {} });
    expect(refused.status).toBe(400);
  });
});
