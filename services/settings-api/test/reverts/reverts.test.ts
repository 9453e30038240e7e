import { beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { everyone, production, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls } from '../client.ts';
import { organisations, withoutPasswords } from '../organisations.ts';
import { getDetails, getLines, readRecords, revert, revertLast } from './revert.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

const checkout = '/features/checkout';
const half = (share: number) => ({
  name: 'Half of Canada',
  any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] }],
  serve: {
    split: [
      { variation: 'off', weight: 100 - share },
      { variation: 'one-page', weight: share },
    ],
  },
});
const rules = (...list: object[]) => web.put(`${production}/targeting`, { enabled: true, rules: list });
const exported = async () => (await web.get('/export')).body as object;
const flag = {
  slug: 'flag',
  variables: [{ slug: 'flag-on', type: 'boolean' }],
  variations: [{ slug: 'on', values: { 'flag-on': true } }],
};

/** Defaults and overrides of the feature's own variables and variations. */
function onlyKnown(feature: object): object {
  const isFlag = (feature as { slug?: string }).slug === 'flag';
  const staged = isFlag ? { defaults: { 'flag-on': 'on' }, overrides: { u: 'on' } } : undefined;
  return staged === undefined ? feature : { ...feature, environments: { staging: staged } };
}

describe('reverting a change', () => {
  it('takes back what it changed, and tells the differences and the new change', async () => {
    const before = await exported();
    await rules(half(60));
    const [made] = await readRecords(app);
    const answer = await revertLast(app);
    expect(answer.status).toBe(200);
    expect(getLines(answer)).toEqual([
      'targeting of checkout in production: rule 1 "Half of Canada": weight of off 40 → 50',
      'targeting of checkout in production: rule 1 "Half of Canada": weight of one-page 60 → 50',
    ]);
    const [record] = await readRecords(app);
    expect(answer.body).toMatchObject({ dry_run: false, change_id: record?.change_id });
    expect(record?.comment).toBe(
      `Reverts ${made?.change_id}: targeting of checkout in production: rule 1 "Half of Canada": weight of off 50 → 40`,
    );
    expect(await exported()).toEqual(before);
  });

  it('shows in a dry run what it would change, and changes nothing', async () => {
    await rules(half(60));
    const before = await exported();
    const answer = await revertLast(app, { query: '?dry_run=true' });
    expect(answer.body).toMatchObject({
      dry_run: true,
      touches: [{ environment: 'production', feature: 'checkout' }],
      touches_omitted: 0,
      change_id: null,
    });
    expect(getLines(answer)).toHaveLength(2);
    expect(await exported()).toEqual(before);
    expect(await readRecords(app)).toHaveLength(1);
  });

  it('leaves alone what others changed since', async () => {
    await rules(half(60));
    const [{ id } = { id: '' }] = await readRecords(app);
    await rules(everyone, half(60));
    await web.patch(`${production}/targeting`, { enabled: false });
    await web.put(`${production}/overrides/user-8`, { variation: 'off' });
    expect((await revert(app, id)).status).toBe(200);
    const { targeting, overrides } = (await web.get(production)).body;
    expect(targeting).toMatchObject({ enabled: false, rules: [everyone, half(50)] });
    expect(overrides.count).toBe(2);
  });

  it('is 409 conflict where others changed the same, with the values; then nothing is changed', async () => {
    await rules(half(60));
    const [{ id } = { id: '' }] = await readRecords(app);
    await rules(half(70));
    const before = await exported();
    const answer = await revert(app, id);
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(answer.body.details).toEqual([
      {
        code: 'conflict',
        path: 'features.checkout.environments.production.targeting.rules[0].serve',
        message: 'the serving of rule 1 "Half of Canada" was changed on both sides, differently',
        base: half(60).serve,
        now: half(70).serve,
        wanted: half(50).serve,
      },
    ]);
    expect(await exported()).toEqual(before);
  });

  it('takes back the change before a later one, which then can be reverted itself', async () => {
    const before = await exported();
    await rules(half(60));
    await revertLast(app);
    await revertLast(app);
    expect((await web.get(production)).body.targeting.rules).toMatchObject([half(60)]);
    await revertLast(app);
    expect(await exported()).toEqual(before);
  });

  it('again changes nothing, and has no change_id', async () => {
    await rules(half(60));
    const [{ id } = { id: '' }] = await readRecords(app);
    await revert(app, id);
    expect((await revert(app, id)).body).toEqual({ dry_run: false, changes: [], change_id: null });
  });

  it('takes back all records of the change; with "only" one of them', async () => {
    const [acme] = withoutPasswords(organisations).organisations;
    const [project] = acme?.projects ?? [];
    const { features: [feature] = [] } = project as { features?: object[] };
    const environments = {
      staging: { defaults: { 'checkout-layout': 'one-page' }, overrides: { u: 'off' } },
    };
    const features = [
      { ...feature, name: 'Renamed', environments },
      { ...flag, environments },
    ];
    const before = await exported();
    await applyDocument(app, {
      organisations: [{ ...acme, projects: [{ ...project, features: features.map(onlyKnown) }] }],
    });
    expect(new Set((await readRecords(app)).map((record) => record.change_id)).size).toBe(1);
    const only = await revertLast(app, { action: 'overrides.updated', body: { only: true } });
    expect(getLines(only)).toEqual(['override of u of flag in staging: removed']);
    const whole = await revertLast(app, { action: 'feature.updated' });
    expect(getLines(whole)).toEqual([
      'feature flag: deleted',
      'feature checkout: name "Renamed" → "New checkout"',
      'default of checkout-layout in staging: one-page → none',
      'override of u of checkout in staging: removed',
    ]);
    expect(await exported()).toEqual(before);
  });

  it('has the comment that it is given', async () => {
    await rules(half(60));
    await revertLast(app, { query: '?comment=Too+early' });
    expect((await readRecords(app))[0]?.comment).toBe('Too early');
    await web.patch(`${production}/targeting?comment=SHOP-7`, { enabled: false });
    await revertLast(app);
    const [record, made] = await readRecords(app);
    expect(record?.comment).toBe(`Reverts ${made?.change_id}: SHOP-7`);
  });

  it('of a record of an older release, without change_id, takes back this record', async () => {
    await rules(half(60));
    await app.pool.query('UPDATE audit_record SET change_id = NULL');
    const [made] = await readRecords(app);
    expect(getLines(await revertLast(app))).toHaveLength(2);
    expect((await readRecords(app))[0]?.comment).toContain(`Reverts ${made?.id}: `);
  });

  it('is 404 for a record that is not there, as those that retention removed', async () => {
    await rules(half(60));
    const [{ id } = { id: '' }] = await readRecords(app);
    await app.pool.query('DELETE FROM audit_record');
    for (const name of [id, 'x']) expect((await revert(app, name)).status).toBe(404);
  });

  it.each([[{ only: 'yes' }], [{ propose: { title: 'x' } }], [[]]])('refuses the body %j', async (body) => {
    await rules(half(60));
    expect((await revertLast(app, { body })).status).toBe(400);
  });
});

describe('what became of things since', () => {
  it('follows a variation and a variable that were renamed since', async () => {
    await rules(half(60));
    const [{ id: ofRules } = { id: '' }] = await readRecords(app);
    await web.put(`${production}/defaults`, { 'checkout-layout': 'one-page' });
    const [{ id: ofDefaults } = { id: '' }] = await readRecords(app);
    await web.patch(`${checkout}/variations/one-page`, { slug: 'single' });
    await web.patch(`${checkout}/variables/checkout-layout`, { slug: 'layout' });
    expect((await revert(app, ofRules)).status).toBe(200);
    expect((await revert(app, ofDefaults)).status).toBe(200);
    const { targeting, defaults } = (await web.get(production)).body;
    expect(targeting.rules[0].serve.split).toEqual([
      { variation: 'off', weight: 50 },
      { variation: 'single', weight: 50 },
    ]);
    expect(defaults).toEqual({ 'checkout-enabled': 'off', layout: 'off' });
  });

  it('names what was deleted since, also where something else has its slug', async () => {
    const two = { slug: 'two', values: { 'checkout-enabled': true, 'checkout-layout': 'two' } };
    await web.post(`${checkout}/variations`, two);
    await web.put(`${staging}/targeting`, {
      enabled: true,
      rules: [{ ...everyone, serve: { variation: 'two' } }],
    });
    await web.delete(`${staging}/targeting`);
    const [{ id } = { id: '' }] = await readRecords(app);
    await web.delete(`${checkout}/variations/two`);
    await web.post(`${checkout}/variations`, two);
    const answer = await revert(app, id);
    expect(answer.status).toBe(400);
    expect(getDetails(answer)).toEqual([
      [
        'features.checkout.environments.staging.targeting.rules[0].serve.variation',
        'is the unknown variation two (deleted)',
      ],
    ]);
  });

  it('is 409 conflict where the feature, the environment or the project is gone', async () => {
    await web.put(`${staging}/defaults`, { 'checkout-layout': 'off' });
    const [{ id } = { id: '' }] = await readRecords(app);
    await web.delete('/environments/staging');
    expect(getDetails(await revert(app, id))).toEqual([
      ['web/checkout in staging', 'the environment has been deleted'],
    ]);
    await web.delete(checkout);
    expect(getDetails(await revert(app, id))).toEqual([
      ['web/checkout in staging', 'the feature has been deleted'],
    ]);
    await web.delete('');
    expect(getDetails(await revert(app, id))).toEqual([
      ['web/checkout in staging', 'the project has been deleted'],
    ]);
  });

  it('is 400 where what is left does not fit together: a variation that is served would go', async () => {
    await web.post(`${checkout}/variations`, {
      slug: 'two',
      values: { 'checkout-enabled': true, 'checkout-layout': 'two' },
    });
    const [{ id } = { id: '' }] = await readRecords(app);
    await web.put(`${staging}/overrides/u`, { variation: 'two' });
    const answer = await revert(app, id);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(getDetails(answer)[0]?.[1]).toContain('still serves its variation two');
  });

  it('is 400 where a variation that was added since has no value of a variable that comes back', async () => {
    await web.delete(`${checkout}/variables/checkout-layout`);
    const [{ id } = { id: '' }] = await readRecords(app);
    await web.post(`${checkout}/variations`, { slug: 'two', values: { 'checkout-enabled': true } });
    const answer = await revert(app, id);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(getDetails(answer).map(([path]) => path)).toEqual([
      'features.checkout.variations[2].values.checkout-layout',
    ]);
  });

  it('reads records of an older release, which have no ids and fewer members', async () => {
    await web.patch(checkout, { name: 'New' });
    await app.pool.query(
      `UPDATE audit_record SET change_id = NULL,
         before = (before::jsonb - 'kind' - 'tags' #- '{variables,0,id}' #- '{variables,1,id}')::json,
         after = (after::jsonb - 'kind' - 'tags' #- '{variables,0,id}' #- '{variables,1,id}')::json`,
    );
    await web.patch(checkout, { kind: 'operational' });
    expect((await revertLast(app, { action: 'feature.updated', body: { only: true } })).status).toBe(200);
    const [, , older] = await readRecords(app);
    await web.patch(checkout, { kind: 'operational' });
    expect(getLines(await revert(app, older?.id ?? ''))).toEqual([
      'feature checkout: name "New" → "New checkout"',
    ]);
    expect((await web.get(checkout)).body).toMatchObject({ name: 'New checkout', kind: 'operational' });
    await web.delete(checkout);
    await app.pool.query(
      `UPDATE audit_record SET before = (before::jsonb #- '{variables,0,id}')::json WHERE action = 'feature.deleted'`,
    );
    const deleted = await revertLast(app, { action: 'feature.deleted' });
    expect(deleted).toMatchObject({ status: 409, body: { code: 'not_revertible' } });
  });
});
