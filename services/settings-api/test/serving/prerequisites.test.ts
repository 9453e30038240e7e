import { beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { everyone, production, readAuditRecords, restoreOrganisations, staging } from '../checkout.ts';
import { callsOf, linesOf, type Answered } from '../client.ts';
import { organisations } from '../organisations.ts';
import { revertLast } from '../reverts/revert.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = callsOf(app);

const paymentsEnabled = { variable: 'payments-enabled', variations: ['on'] };

/** Creates a feature with a boolean variable that is served by nothing yet. */
async function createFeature(slug: string, variable = `${slug}-enabled`): Promise<void> {
  const answer = await web.post('/features', {
    slug,
    name: slug,
    variables: [{ slug: variable, type: 'boolean' }],
    variations: ['off', 'on', 'beta'].map((each) => ({
      slug: each,
      name: each,
      values: { [variable]: each !== 'off' },
    })),
  });
  expect(answer.status).toBe(201);
}

const put = (prerequisites: readonly object[], path = staging) =>
  web.put(`${path}/targeting`, { enabled: true, prerequisites, rules: [everyone] });
const putOf = (feature: string, variables: readonly string[], serve = 'on') =>
  web.put(`/features/${feature}/environments/staging/targeting`, {
    enabled: true,
    prerequisites: variables.map((variable) => ({ variable, variations: [serve] })),
    rules: [{ name: 'Everyone', any_of: [], serve: { variation: serve } }],
  });
const detailsOf = ({ body }: Answered) =>
  (body.details as { path: string; message: string }[]).map(({ path, message }) => `${path}: ${message}`);

async function readFragment(feature = 'checkout', environment = 'staging'): Promise<string> {
  const { rows } = await app.pool.query<{ text: string }>(
    `SELECT document::text AS text FROM datafile_fragment JOIN environment ON environment.id = environment_id
     JOIN feature ON feature.id = entity_id WHERE feature.slug = $1 AND environment.slug = $2 AND document IS NOT NULL`,
    [feature, environment],
  );
  return rows[0]!.text;
}

beforeEach(async () => {
  await restoreOrganisations(app);
  await createFeature('payments');
});

describe('PUT targeting with prerequisites', () => {
  it('answers them, and evaluators get them', async () => {
    const answer = await put([{ variable: 'Payments-Enabled', variations: ['on', 'BETA'] }]);
    expect(answer.body.targeting.prerequisites).toEqual([
      { variable: 'payments-enabled', variations: ['on', 'beta'] },
    ]);
    expect((await web.get(staging)).body.targeting).toEqual(answer.body.targeting);
    expect(await readFragment()).toContain(
      '"targeting":{"enabled":true,"prerequisites":[{"variable":"payments-enabled","variations":["on","beta"]}],"rules":[',
    );
  });

  it('without any writes the bytes of before, so that the release before reads them', async () => {
    const before = await readFragment('checkout', 'production');
    expect(before).toContain('"targeting":{"enabled":true,"rules":[{"name":"Half of Canada"');
    expect(before).not.toContain('prerequisites');
    await put([paymentsEnabled]);
    const { body } = await put([]);
    expect(body.targeting).not.toHaveProperty('prerequisites');
    expect(await readFragment()).not.toContain('prerequisites');
  });

  it.each([
    [
      'an unknown variable',
      [{ variable: 'nowhere', variations: ['on'] }],
      ['prerequisites[0].variable: is the unknown variable nowhere'],
    ],
    [
      'an unknown variation',
      [{ variable: 'payments-enabled', variations: ['on', 'gold'] }],
      ['prerequisites[0].variations[1]: is the unknown variation gold'],
    ],
    [
      'its own variable',
      [{ variable: 'checkout-layout', variations: ['off'] }],
      ['prerequisites[0].variable: is a variable of the feature itself'],
    ],
    [
      'a variable twice',
      [paymentsEnabled, paymentsEnabled],
      ['prerequisites[1].variable: "payments-enabled" is already used at prerequisites[0].variable'],
    ],
    [
      'a variation twice',
      [{ variable: 'payments-enabled', variations: ['on', 'on'] }],
      ['prerequisites[0].variations[1]: "on" is already used at prerequisites[0].variations[0]'],
    ],
    [
      'no variation',
      [{ variable: 'payments-enabled', variations: [] }],
      ['prerequisites[0].variations: must not be empty'],
    ],
    [
      'eleven of them',
      Array.from({ length: 11 }, () => paymentsEnabled),
      ['prerequisites: must have at most 10 entries'],
    ],
  ])('refuses %s', async (_, prerequisites, details) => {
    const answer = await put(prerequisites);
    expect([answer.status, detailsOf(answer)]).toEqual([400, details]);
  });

  it('refuses a circle, and names it', async () => {
    await createFeature('wallet');
    expect((await put([paymentsEnabled])).status).toBe(200);
    expect((await putOf('payments', ['wallet-enabled'])).status).toBe(200);
    const answer = await web.put('/features/wallet/environments/staging/targeting', {
      enabled: true,
      prerequisites: [{ variable: 'checkout-layout', variations: ['one-page'] }],
      rules: [],
    });
    expect([answer.status, detailsOf(answer)]).toEqual([
      400,
      ['prerequisites[0]: makes a circle: wallet → checkout → payments → wallet'],
    ]);
  });

  it('refuses a chain of more than ten, wherever it grows', async () => {
    for (let index = 0; index <= 10; index += 1) await createFeature(`step-${index}`);
    for (let index = 0; index < 10; index += 1) {
      expect((await putOf(`step-${index}`, [`step-${index + 1}-enabled`])).status).toBe(200);
    }
    const below = await putOf('step-10', ['payments-enabled']);
    const above = await put([{ variable: 'step-0-enabled', variations: ['on'] }]);
    const steps = Array.from({ length: 11 }, (_, index) => `step-${index}`).join(' → ');
    expect([detailsOf(below), detailsOf(above)]).toEqual([
      [`prerequisites: make a chain of more than 10: ${steps} → payments`],
      [`prerequisites: make a chain of more than 10: checkout → ${steps}`],
    ]);
  });

  it('names the path in the whole document of a feature in an environment', async () => {
    const body = {
      targeting: { enabled: true, prerequisites: [{ variable: 'nowhere', variations: ['on'] }], rules: [] },
      defaults: {},
    };
    expect(detailsOf(await web.put(staging, body))).toEqual([
      'targeting.prerequisites[0].variable: is the unknown variable nowhere',
    ]);
  });

  it('is kept by the switch and by a rule for everyone', async () => {
    await put([paymentsEnabled]);
    await web.patch(`${staging}/targeting`, { enabled: false });
    const { body } = await web.put(`${staging}/everyone`, { variation: 'off', enable: true });
    expect(body.targeting.prerequisites).toEqual([paymentsEnabled]);
  });
});

describe('What a prerequisite names', () => {
  beforeEach(async () => void (await put([paymentsEnabled])));

  it('is required by the features that name it, which is no part of the ETag', async () => {
    const path = '/features/payments/environments/staging';
    const named = await web.get(path);
    expect(named.body.required_by).toEqual([{ feature: 'checkout' }]);
    await put([]);
    const free = await web.get(path);
    expect([free.body.required_by, free.etag]).toEqual([[], named.etag]);
  });

  it.each([
    ['its feature', () => web.delete('/features/payments'), 'feature', 'payments'],
    [
      'its feature, archived',
      () => web.patch('/features/payments', { status: 'archived' }),
      'feature',
      'payments',
    ],
    [
      'its variable',
      () => web.delete('/features/payments/variables/payments-enabled'),
      'variable',
      'payments-enabled',
    ],
    ['its variation', () => web.delete('/features/payments/variations/on'), 'variation', 'on'],
    [
      'its variation, left out of the whole',
      () =>
        web.put('/features/payments', {
          variables: [{ slug: 'payments-enabled', type: 'boolean' }],
          variations: [{ slug: 'off', values: { 'payments-enabled': false } }],
        }),
      'variation',
      'on',
    ],
  ])('is not deleted: %s', async (_, remove, kind, slug) => {
    const answer = await remove();
    expect([answer.status, answer.body.code, answer.body.resource]).toEqual([409, 'in_use', { kind, slug }]);
    expect(answer.body.details).toEqual([
      {
        path: 'targeting.prerequisites[0]',
        message: 'staging: prerequisite of checkout',
        code: 'in_use',
        resource: { kind: 'feature', slug: 'checkout', environment: 'staging' },
      },
    ]);
  });

  it('is refused in a bulk change, which changes the others', async () => {
    await createFeature('wallet');
    const set = { features: ['payments', 'wallet'], set: { status: 'archived' } };
    const { body } = await web.post('/features/bulk', set);
    expect(body.refused).toEqual([
      { feature: 'payments', error: 'The feature "payments" is in use; see "details".', code: 'in_use' },
    ]);
    expect((await web.get('/features/wallet')).body.status).toBe('archived');
  });

  it('can be deleted in parts that it does not name, and wholly once nothing names it', async () => {
    expect((await web.delete('/features/payments/variations/beta')).status).toBe(204);
    await put([]);
    expect((await web.delete('/features/payments')).status).toBe(204);
  });

  it('is archived with the feature that names it, which then comes back only with it', async () => {
    expect((await web.patch('/features/checkout', { status: 'archived' })).status).toBe(200);
    expect((await web.patch('/features/payments', { status: 'archived' })).status).toBe(200);
    expect((await web.patch('/features/checkout', { status: 'live' })).status).toBe(409);
    const both = { features: ['checkout', 'payments'], set: { status: 'live' } };
    expect((await web.post('/features/bulk', both)).status).toBe(200);
  });

  it('may be renamed: the fragments, the targeting and the history follow', async () => {
    const before = new Date(Date.now() + 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await web.patch('/features/payments/variables/payments-enabled', { slug: 'pay' });
    await web.patch('/features/payments/variations/on', { slug: 'yes' });
    expect(await readFragment()).toContain('"prerequisites":[{"variable":"pay","variations":["yes"]}]');
    const renamed = { variable: 'pay', variations: ['yes'] };
    expect((await web.get(staging)).body.targeting.prerequisites).toEqual([renamed]);
    await put([{ ...renamed, variations: ['yes', 'beta'] }]);
    const records = (await readAuditRecords(app)).filter(({ action }) => action === 'targeting.updated');
    expect(records.map(({ after }) => (after as { prerequisites: unknown }).prerequisites)).toEqual([
      [{ variable: 'pay', variations: ['on'] }],
      [renamed],
      [{ variable: 'pay', variations: ['yes', 'beta'] }],
    ]);
    // Under its earlier name the variable does not exist any more.
    const restored = await web.post(`${staging}/restore`, { at: before.toISOString() });
    expect([restored.status, detailsOf(restored)]).toEqual([
      400,
      ['prerequisites[0].variable: is the unknown variable payments-enabled'],
    ]);
  });
});

describe('Prerequisites in history', () => {
  it('are told one by one', async () => {
    await createFeature('wallet');
    await put([paymentsEnabled]);
    const dry = await web.put(`${staging}/targeting?dry_run=true`, {
      enabled: true,
      prerequisites: [
        { variable: 'payments-enabled', variations: ['on', 'beta'] },
        { variable: 'wallet-enabled', variations: ['on'] },
      ],
      rules: [everyone],
    });
    expect(linesOf(dry)).toEqual([
      'targeting of checkout in staging: prerequisite payments-enabled: on → on, beta',
      'targeting of checkout in staging: prerequisite wallet-enabled: added (on)',
    ]);
  });

  it('are reverted, and restored', async () => {
    await put([paymentsEnabled]);
    await put([]);
    await revertLast(app);
    expect((await web.get(staging)).body.targeting.prerequisites).toEqual([paymentsEnabled]);
  });

  it('are merged by variable with what somebody else added', async () => {
    await createFeature('wallet');
    const base = { targeting: { enabled: true, prerequisites: [paymentsEnabled], rules: [] }, defaults: {} };
    await web.put(staging, base);
    const wallet = { variable: 'wallet-enabled', variations: ['on'] };
    const wanted = { ...base, targeting: { ...base.targeting, prerequisites: [wallet] } };
    await put([{ ...paymentsEnabled, variations: ['on', 'beta'] }]);
    const { body } = await web.post(`${staging}/merge`, { base, wanted });
    expect(body.conflicts).toMatchObject([
      {
        path: 'targeting.prerequisites.payments-enabled',
        message: 'the prerequisite payments-enabled was changed by the other change, but removed by yours',
      },
    ]);
  });
});

describe('Prerequisites of a project', () => {
  it('are exported, imported and copied', async () => {
    await put([paymentsEnabled]);
    const { body: exported } = await web.get('/export');
    const checkout = (exported.features as { slug: string; environments: object }[]).find(
      ({ slug }) => slug === 'checkout',
    );
    expect(checkout?.environments).toMatchObject({
      staging: { targeting: { prerequisites: [paymentsEnabled] } },
    });
    const again = await web.post('/import?dry_run=true', exported);
    expect(again.body.changes).toEqual([]);
    await web.post('/features/checkout/copy-environment', { from: 'staging', to: 'production' });
    expect((await web.get(production)).body.targeting.prerequisites).toEqual([paymentsEnabled]);
  });

  it('that make a circle are refused in a document, with the path of each', async () => {
    const feature = (slug: string, other: string) => ({
      slug,
      name: slug,
      variables: [{ slug: `${slug}-enabled`, type: 'boolean' }],
      variations: [{ slug: 'on', name: 'On', values: { [`${slug}-enabled`]: true } }],
      environments: {
        staging: { targeting: { prerequisites: [{ variable: `${other}-enabled`, variations: ['on'] }] } },
      },
    });
    const document = {
      slug: 'web',
      name: 'Web',
      environments: [{ slug: 'staging' }],
      features: [feature('one', 'two'), feature('two', 'one')],
    };
    const answer = await web.post('/import', document);
    expect([answer.status, detailsOf(answer)]).toEqual([
      400,
      [
        'features.one.environments.staging.targeting.prerequisites[0]: makes a circle: one → two → one',
        'features.two.environments.staging.targeting.prerequisites[0]: makes a circle: two → one → two',
      ],
    ]);
  });

  it('are applied by the operator, in any order of the features', async () => {
    const [acme] = organisations.organisations;
    const [project] = acme!.projects;
    const added = {
      slug: 'early',
      name: 'Early',
      variables: [{ slug: 'early-enabled', type: 'boolean' }],
      variations: [{ slug: 'on', name: 'On', values: { 'early-enabled': true } }],
      environments: {
        staging: { targeting: { prerequisites: [{ variable: 'late-enabled', variations: ['on'] }] } },
      },
    };
    const late = {
      slug: 'late',
      name: 'Late',
      variables: [{ slug: 'late-enabled', type: 'boolean' }],
      variations: [{ slug: 'on', name: 'On', values: { 'late-enabled': true } }],
    };
    const document = {
      organisations: [
        {
          slug: 'acme',
          name: 'Acme',
          projects: [
            {
              slug: project!.slug,
              name: 'Web',
              environments: [{ slug: 'staging' }],
              features: [added, late],
            },
          ],
        },
      ],
    };
    await applyDocument({ pool: app.pool, redis: app.redis }, document);
    expect(await readFragment('early')).toContain(
      '"prerequisites":[{"variable":"late-enabled","variations":["on"]}]',
    );
  });
});

describe('An explanation', () => {
  const explain = (user: object, asIf?: object) =>
    web.post('/environments/staging/explain', {
      variable: 'checkout-layout',
      user,
      ...(asIf && { as_if: asIf }),
    });

  it('says which prerequisite is not met, and what its variable serves', async () => {
    await putOf('payments', []);
    await put([paymentsEnabled]);
    const met = await explain({ id: 'user-1' });
    expect(met.body.decided_by).toMatchObject({ line: 6, prerequisite: null });
    expect(met.body.prerequisites).toEqual([
      {
        variable: 'payments-enabled',
        feature: 'payments',
        wanted: ['on'],
        serves: 'on',
        reason: 'targeting_rule_matched',
        met: true,
      },
    ]);
    await putOf('payments', [], 'off');
    const unmet = await explain({ id: 'user-1' });
    expect(unmet.body.decided_by).toEqual({
      line: 7,
      test: 'A prerequisite is not met.',
      rule: null,
      prerequisite: 1,
    });
    expect(unmet.body.result).toMatchObject({ reason: 'no_rule_matched' });
    expect(unmet.body.prerequisites).toMatchObject([{ serves: 'off', met: false }]);
  });

  it('looks at prerequisites of prerequisites, and at those that are not saved yet', async () => {
    await createFeature('wallet');
    await putOf('wallet', []);
    await putOf('payments', ['wallet-enabled']);
    const targeting = { enabled: true, prerequisites: [paymentsEnabled], rules: [everyone] };
    expect((await explain({ id: 'user-1' }, { targeting })).body.prerequisites).toMatchObject([
      { met: true },
    ]);
    await web.patch('/features/wallet/environments/staging/targeting', { enabled: false });
    const { body } = await explain({ id: 'user-1' }, { targeting });
    expect(body.prerequisites).toMatchObject([{ serves: null, reason: 'no_rule_matched', met: false }]);
    const unknown = { ...targeting, prerequisites: [{ variable: 'nowhere', variations: ['on'] }] };
    expect(detailsOf(await explain({ id: 'user-1' }, { targeting: unknown }))).toEqual([
      'as_if.targeting.prerequisites[0].variable: is the unknown variable nowhere',
    ]);
  });
});
