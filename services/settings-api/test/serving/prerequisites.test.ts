import { beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { everyone, production, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { paymentsEnabled, prerequisiteCalls, getProblems, readFragment } from './prerequisite-calls.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
const calls = prerequisiteCalls(web);

beforeEach(async () => {
  await restoreOrganisations(app);
  await calls.createFeature('payments');
});

/** Creates a feature of a document whose prerequisites name the variables of others. */
const feature = (slug: string, named: readonly string[] = []) => ({
  slug,
  name: slug,
  variables: [{ slug: `${slug}-enabled`, type: 'boolean' }],
  variations: [{ slug: 'on', name: 'On', values: { [`${slug}-enabled`]: true } }],
  environments: {
    staging: {
      targeting: {
        prerequisites: named.map((each) => ({ variable: `${each}-enabled`, variations: ['on'] })),
      },
    },
  },
});

describe('PUT targeting with prerequisites', () => {
  it('answers them, and evaluators get them', async () => {
    const answer = await calls.put([{ variable: 'Payments-Enabled', variations: ['on', 'BETA'] }]);
    expect(answer.body.targeting.prerequisites).toEqual([
      { variable: 'payments-enabled', variations: ['on', 'beta'] },
    ]);
    expect((await web.get(staging)).body.targeting).toEqual(answer.body.targeting);
    expect(await readFragment(app)).toContain(
      '"targeting":{"enabled":true,"prerequisites":[{"variable":"payments-enabled","variations":["on","beta"]}],"rules":[',
    );
  });

  it('without any writes the bytes of before, so that the release before reads them', async () => {
    const before = await readFragment(app, 'checkout', 'production');
    expect(before).toContain('"targeting":{"enabled":true,"rules":[{"name":"Half of Canada"');
    expect(before).not.toContain('prerequisites');
    await calls.put([paymentsEnabled]);
    const { body } = await calls.put([]);
    expect(body.targeting).not.toHaveProperty('prerequisites');
    expect(await readFragment(app)).not.toContain('prerequisites');
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
    const answer = await calls.put(prerequisites);
    expect([answer.status, getProblems(answer)]).toEqual([400, details]);
  });

  it('refuses a circle, and names it', async () => {
    await calls.createFeature('wallet');
    expect((await calls.put([paymentsEnabled])).status).toBe(200);
    expect((await calls.putOf('payments', ['wallet-enabled'])).status).toBe(200);
    const answer = await web.put('/features/wallet/environments/staging/targeting', {
      enabled: true,
      prerequisites: [{ variable: 'checkout-layout', variations: ['one-page'] }],
      rules: [],
    });
    expect([answer.status, getProblems(answer)]).toEqual([
      400,
      ['prerequisites[0]: makes a circle: wallet → checkout → payments → wallet'],
    ]);
  });

  it('refuses a chain of more than ten, wherever it grows', async () => {
    for (let index = 0; index <= 10; index += 1) await calls.createFeature(`step-${index}`);
    for (let index = 0; index < 10; index += 1) {
      expect((await calls.putOf(`step-${index}`, [`step-${index + 1}-enabled`])).status).toBe(200);
    }
    const below = await calls.putOf('step-10', ['payments-enabled']);
    const above = await calls.put([{ variable: 'step-0-enabled', variations: ['on'] }]);
    const steps = Array.from({ length: 11 }, (_, index) => `step-${index}`).join(' → ');
    expect([getProblems(below), getProblems(above)]).toEqual([
      [`prerequisites: make a chain of more than 10: ${steps} → payments`],
      [`prerequisites: make a chain of more than 10: checkout → ${steps}`],
    ]);
  });

  it('names the path in the whole document of a feature in an environment', async () => {
    const body = {
      targeting: { enabled: true, prerequisites: [{ variable: 'nowhere', variations: ['on'] }], rules: [] },
      defaults: {},
    };
    expect(getProblems(await web.put(staging, body))).toEqual([
      'targeting.prerequisites[0].variable: is the unknown variable nowhere',
    ]);
  });

  it('is kept by the switch and by a rule for everyone', async () => {
    await calls.put([paymentsEnabled]);
    await web.patch(`${staging}/targeting`, { enabled: false });
    const { body } = await web.put(`${staging}/everyone`, { variation: 'off', enable: true });
    expect(body.targeting.prerequisites).toEqual([paymentsEnabled]);
  });
});

describe('Prerequisites of a project', () => {
  it('are exported, imported and copied', async () => {
    await calls.put([paymentsEnabled]);
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
    const document = {
      slug: 'web',
      name: 'Web',
      environments: [{ slug: 'staging' }],
      features: [feature('one', ['two']), feature('two', ['one'])],
    };
    const answer = await web.post('/import', document);
    expect([answer.status, getProblems(answer)]).toEqual([
      400,
      [
        'features.one.environments.staging.targeting.prerequisites[0]: makes a circle: one → two → one',
        'features.two.environments.staging.targeting.prerequisites[0]: makes a circle: two → one → two',
      ],
    ]);
  });

  it('that lead to more than a hundred features are refused', async () => {
    const numbered = (prefix: string) => Array.from({ length: 10 }, (_, index) => `${prefix}-${index}`);
    const middle = numbered('middle');
    const importing = (named: readonly string[]) =>
      web.post('/import', {
        slug: 'web',
        name: 'Web',
        environments: [{ slug: 'staging' }],
        features: [
          feature('top', named),
          ...middle.map((slug) => feature(slug, numbered(slug))),
          ...middle.flatMap(numbered).map((slug) => feature(slug)),
        ],
      });
    // Nine of them lead to 99 features, ten to 110.
    expect((await importing(middle.slice(1))).status).toBe(200);
    const answer = await importing(middle);
    expect([answer.status, getProblems(answer)]).toEqual([
      400,
      [
        'features.top.environments.staging.targeting.prerequisites: make top depend on more than 100 features',
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
    expect(await readFragment(app, 'early')).toContain(
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
    await calls.putOf('payments', []);
    await calls.put([paymentsEnabled]);
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
    await calls.putOf('payments', [], 'off');
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
    await calls.createFeature('wallet');
    await calls.putOf('wallet', []);
    await calls.putOf('payments', ['wallet-enabled']);
    const targeting = { enabled: true, prerequisites: [paymentsEnabled], rules: [everyone] };
    expect((await explain({ id: 'user-1' }, { targeting })).body.prerequisites).toMatchObject([
      { met: true },
    ]);
    await web.patch('/features/wallet/environments/staging/targeting', { enabled: false });
    const { body } = await explain({ id: 'user-1' }, { targeting });
    expect(body.prerequisites).toMatchObject([{ serves: null, reason: 'no_rule_matched', met: false }]);
    const unknown = { ...targeting, prerequisites: [{ variable: 'nowhere', variations: ['on'] }] };
    expect(getProblems(await explain({ id: 'user-1' }, { targeting: unknown }))).toEqual([
      'as_if.targeting.prerequisites[0].variable: is the unknown variable nowhere',
    ]);
  });
});
