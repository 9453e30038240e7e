import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changeAccounts } from '../src/organisations/accounts.ts';
import { changeFeatures } from '../src/features/change-features.ts';
import { changeMembers } from '../src/organisations/members.ts';
import { changeOrganisations } from '../src/organisations/organisations.ts';
import { changeProjects } from '../src/projects/projects.ts';
import { changeServing } from '../src/serving/change-serving.ts';
import { changeWebhookEndpoints } from '../src/organisations/webhook-endpoints.ts';
import { runChange } from '../src/run-change.ts';
import { nothingServed } from '../src/serving/serving-state.ts';
import type { ChangeSource } from '../src/change-transaction.ts';
import type { FeatureState } from '../src/features/feature-state.ts';
import { newId } from '@bunting/database';
import { noMetadata } from '@bunting/definitions/metadata';
import { change, toChangeContext, edit, serve } from './edit-shop.ts';
import { createEndpoint, readChangeEvents, readDeliveries } from './listener.ts';
import { createShop, unconstrained, type Shop } from './shop.ts';

let shop: Shop;
let endpoint: { readonly id: string };
beforeEach(async () => {
  shop = await createShop();
  endpoint = await createEndpoint(shop, ['*']);
});
afterEach(() => shop.end());

const events = () => readChangeEvents(shop, endpoint.id);

function createFeature(project: string): FeatureState {
  const variable = {
    id: newId(),
    slug: `${project}-text`,
    type: 'string',
    client: false,
    ...unconstrained,
  } as const;
  const variation = { id: newId(), slug: 'on', name: 'On', values: new Map([[variable.id, 'on']]) };
  return {
    id: newId(),
    slug: 'banner',
    name: 'Banner',
    description: '',
    status: 'live',
    salt: 'salt',
    ...noMetadata,
    variables: [variable],
    variations: [variation],
  };
}

describe('a feature', () => {
  it('that is created has one event, and none for what it is created with', async () => {
    await change(shop, async (transaction, { project }) => {
      const feature = createFeature('web');
      await changeFeatures(transaction, project, [{ after: feature }]);
      const after = {
        ...nothingServed,
        defaults: new Map([['web-text', 'on']]),
        targeting: { enabled: true, rules: [] },
      };
      await changeServing(transaction, project, [
        { feature, environment: shop.environment, before: nothingServed, after },
      ]);
    });
    expect(await events()).toEqual(['feature.created banner live']);
  });

  it.each<[string, Partial<FeatureState>]>([
    ['name', { name: 'Till' }],
    ['description', { description: 'Where people pay' }],
    ['status', { status: 'complete' }],
  ])('with another %s is updated', async (_, differences) => {
    await edit(shop, differences);
    expect(await events()).toEqual([`feature.updated checkout ${differences.status ?? 'live'}`]);
  });

  it('with another slug is updated, under the new one', async () => {
    await edit(shop, { slug: 'till' });
    expect(await events()).toEqual(['feature.updated till live']);
  });

  it('with a variable that client keys get is updated', async () => {
    await edit(shop, {
      variables: shop.feature.variables.map((variable) => ({ ...variable, client: true })),
    });
    expect(await events()).toEqual(['feature.updated checkout live']);
  });

  it('with other variables and variations is updated', async () => {
    const variable = {
      id: newId(),
      slug: 'colour',
      type: 'string',
      client: false,
      ...unconstrained,
    } as const;
    await edit(shop, {
      variables: [...shop.feature.variables, variable],
      variations: shop.feature.variations.map((variation) => ({
        ...variation,
        values: new Map([...variation.values, [variable.id, 'red']]),
      })),
    });
    await edit(shop, {});
    expect(await events()).toEqual(['feature.updated checkout live']);
  });

  it('that is archived has two events, and one when it comes back', async () => {
    await edit(shop, { status: 'archived' });
    await edit(shop, { name: 'Till' });
    await edit(shop, { status: 'live' });
    expect(await events()).toEqual([
      'feature.archived checkout archived',
      'feature.updated checkout archived',
      'feature.updated checkout archived',
      'feature.updated checkout live',
    ]);
  });

  it('that is deleted has one event, and none for what is deleted with it', async () => {
    await serve(shop, () => ({ targeting: { enabled: true, rules: [] } }));
    await change(shop, async (transaction, { project, feature, served }) => {
      await changeServing(transaction, project, [
        { feature, environment: shop.environment, before: served, after: nothingServed },
      ]);
      await changeFeatures(transaction, project, [{ before: feature }]);
    });
    expect(await events()).toEqual([
      'targeting.updated checkout live in live',
      'feature.deleted checkout deleted',
    ]);
  });

  it('that is deleted with its project has an event', async () => {
    await change(shop, (transaction, { project }) => changeProjects(transaction, [{ before: project }]));
    expect(await events()).toEqual(['feature.deleted checkout deleted']);
  });

  it('that changes twice in one transaction has one event, with its last state', async () => {
    await change(shop, async (transaction, { project, feature, served: before }) => {
      const renamed = { ...feature, name: 'Till' };
      const targeting = { enabled: true, rules: [] };
      await changeServing(transaction, project, [
        { feature, environment: shop.environment, before, after: { ...before, targeting } },
      ]);
      await changeFeatures(transaction, project, [{ before: feature, after: renamed }]);
      await changeFeatures(transaction, project, [
        { before: renamed, after: { ...renamed, status: 'archived' } },
      ]);
    });
    expect(await events()).toEqual([
      'targeting.updated checkout archived in live',
      'feature.archived checkout archived',
      'feature.updated checkout archived',
    ]);
    const [delivery] = await readDeliveries(shop, endpoint.id);
    expect(delivery?.data).toMatchObject({ feature: { name: 'Till' } });
  });

  it('that is created and deleted in one transaction has no event', async () => {
    await change(shop, async (transaction, { project }) => {
      const feature = createFeature('web');
      await changeFeatures(transaction, project, [{ after: feature }]);
      await changeFeatures(transaction, project, [{ before: feature }]);
    });
    expect(await events()).toEqual([]);
  });
});

describe('a member', () => {
  it('has events when it joins and leaves, but not for another role', async () => {
    const person = { email: 'dev@acme.example', name: 'Dev', passwordHash: null };
    const account = { id: newId(), ...person, isVerified: false, provenToId: null };
    const member = { id: newId(), accountId: account.id, email: account.email, role: 'member' } as const;
    const promoted = { ...member, role: 'admin' } as const;
    for (const changes of [{ after: member }, { before: member, after: promoted }, { before: promoted }]) {
      await runChange(toChangeContext(shop), async (transaction) => {
        await changeAccounts(transaction, [shop.organisation], [{ after: account }]);
        await changeMembers(transaction, shop.organisation, [changes]);
      });
    }
    expect(await events()).toEqual([
      'member.joined dev@acme.example member',
      'member.removed dev@acme.example admin',
    ]);
  });
});

describe('a change', () => {
  it.each<ChangeSource>(['session', 'api_token', 'staff', 'import', 'bootstrap'])(
    'from the source %s has an event like any other',
    async (source) => {
      await edit(shop, { name: 'Till' }, source);
      expect(await events()).toEqual(['feature.updated checkout live']);
    },
  );

  it('has an event with id, kind, time, organisation and data', async () => {
    await serve(shop, () => ({ defaults: new Map([['layout', 'new']]) }));
    const { rows } = await shop.pool.query<{ id: string; body: string; at: Date }>(
      `SELECT delivery.id, body, event.created_at AS at FROM webhook_delivery delivery
       JOIN webhook_event event ON event.id = webhook_event_id`,
    );
    const [{ id, body, at } = { id: '', body: '', at: new Date() }] = rows;
    const feature = { key: 'checkout', name: 'Checkout', project: 'web', status: 'live' };
    const data = {
      feature,
      environment: 'live',
      variable: 'layout',
      variation: 'new',
      actor: 'ada@acme.example',
    };
    const created = at.toISOString().replace('Z', '+00:00');
    expect(body).toBe(JSON.stringify({ id, type: 'variation.changed', created, organisation: 'acme', data }));
  });

  it('with a comment has it in the data of each of its events, after the author', async () => {
    await runChange({ ...toChangeContext(shop), comment: 'As asked' }, async (transaction) => {
      const { project, feature, served } = await shop.read(transaction);
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, name: 'Till' } }]);
      const after = { ...served, targeting: { enabled: true, rules: [] }, defaults: new Map() };
      const { environment } = shop;
      await changeServing(transaction, project, [{ feature, environment, before: served, after }]);
    });
    const data = (await readDeliveries(shop, endpoint.id)).map(({ data: { actor, comment } }) => [
      actor,
      comment,
    ]);
    expect(data).toEqual(Array.from({ length: 3 }, () => ['ada@acme.example', 'As asked']));
    await edit(shop, { name: 'Checkout' });
    const last = (await readDeliveries(shop, endpoint.id)).at(-1)?.data;
    expect(Object.keys(last ?? {})).toEqual(['feature', 'actor']);
  });

  it('of anything else has no event', async () => {
    await runChange(toChangeContext(shop, 'staff'), (transaction) =>
      changeOrganisations(transaction, [
        { before: shop.organisation, after: { ...shop.organisation, plan: 'business' } },
      ]),
    );
    expect(await events()).toEqual([]);
  });

  it('that fails, or is a dry run, has no event', async () => {
    const failing = change(shop, async (transaction, { project, feature }) => {
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, name: 'Till' } }]);
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    const { deliveries } = await runChange(
      { ...toChangeContext(shop), dryRun: true },
      async (transaction) => {
        const { project, feature } = await shop.read(transaction);
        await changeFeatures(transaction, project, [
          { before: feature, after: { ...feature, name: 'Till' } },
        ]);
      },
    );
    expect(deliveries).toHaveLength(1);
    expect(await shop.rows('SELECT FROM webhook_event')).toEqual([]);
    expect(await shop.rows('SELECT FROM webhook_delivery')).toEqual([]);
  });

  it('has no delivery to endpoints that the same transaction makes', async () => {
    const late = newId();
    await change(shop, async (transaction, { project, feature }) => {
      await changeWebhookEndpoints(transaction, shop.organisation, [
        {
          after: {
            id: late,
            url: 'https://late.example',
            description: '',
            events: ['*'],
            format: 'bunting',
            enabled: true,
            secret: { text: 'whsec_a', keyId: null },
            heldAt: null,
          },
        },
      ]);
      await changeFeatures(transaction, project, [{ before: feature, after: { ...feature, name: 'Till' } }]);
    });
    expect(await events()).toEqual(['feature.updated checkout live']);
    expect(await readChangeEvents(shop, late)).toEqual([]);
  });
});
