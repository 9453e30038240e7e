import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@bunting/evaluator/definition';
import { changeFeatures } from '../src/features/change-features.ts';
import { describeFeature, type FeatureState } from '../src/features/feature-state.ts';
import { changeSegments, readSegments } from '../src/projects/segments.ts';
import { runChange } from '../src/run-change.ts';
import { changeServing } from '../src/serving/change-serving.ts';
import { nothingServed } from '../src/serving/serving-state.ts';
import { newId } from '@bunting/database';
import { change, toChangeContext, edit, serve } from './edit-shop.ts';
import { readChangeEvents, createEndpoint } from './listener.ts';
import { createShop, unconstrained, type Shop } from './shop.ts';

let shop: Shop;
let endpoint: { readonly id: string };
beforeAll(async () => {
  shop = await createShop();
  endpoint = await createEndpoint(shop, ['*']);
  await serve(shop, () => ({ targeting }));
});
afterAll(() => shop.end());
beforeEach(() => shop.rows('DELETE FROM audit_record'));

const targeting = {
  enabled: true,
  rules: [
    {
      id: '0b5c3a60-52c1-4d0e-9f5e-8a1d7c6b4e21',
      name: 'All',
      enabled: true,
      any_of: [],
      serve: { variation: 'new' },
    },
  ],
};

interface Recorded {
  readonly action: string;
  readonly subject: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

const records = () =>
  shop.rows('SELECT action, subject, before, after FROM audit_record ORDER BY id') as Promise<Recorded[]>;
const fragments = () =>
  shop.rows('SELECT kind, entity_id, document FROM datafile_fragment ORDER BY kind, entity_id');

function deleteFeature(): Promise<void> {
  return change(shop, (transaction, { project, feature }) =>
    changeFeatures(transaction, project, [{ before: feature }]),
  );
}

/** Restores the deleted feature and its state in environments, with the ids, the salt and the states in its records. */
async function bringBack(written: readonly Recorded[]): Promise<void> {
  const before = written.find(({ action }) => action === 'feature.deleted')?.before as unknown as Omit<
    FeatureState,
    'id' | 'variations'
  > & {
    readonly variations: readonly {
      id: string;
      slug: string;
      name: string;
      values: Record<string, JsonValue>;
    }[];
  };
  const beforeOf = (action: string) => written.find((each) => each.action === action)?.before;
  const variableId = (slug: string) => before.variables.find((each) => each.slug === slug)?.id ?? '';
  const feature: FeatureState = {
    ...shop.feature,
    salt: before.salt,
    variables: before.variables,
    variations: before.variations.map((variation) => ({
      ...variation,
      values: new Map(Object.entries(variation.values).map(([slug, value]) => [variableId(slug), value])),
    })),
  };
  const after = {
    targeting: beforeOf('targeting.deleted') as unknown as typeof targeting,
    defaults: new Map(Object.entries(beforeOf('defaults.updated') as Record<string, string>)),
    overrides: new Map(Object.entries(beforeOf('overrides.updated') as Record<string, string>)),
  };
  await runChange(toChangeContext(shop), async (transaction) => {
    const { project } = await shop.read(transaction);
    await changeFeatures(transaction, project, [{ after: feature }]);
    const { environment } = shop;
    await changeServing(transaction, project, [{ feature, environment, before: nothingServed, after }]);
  });
}

describe('deleting a variable', () => {
  it('records the defaults that environments lose, then the feature with the ids of its parts', async () => {
    const color = { id: newId(), slug: 'color', type: 'string', client: false, ...unconstrained } as const;
    const { variables, variations } = shop.feature;
    const withColor = variations.map((variation) => ({
      ...variation,
      values: new Map([...variation.values, [color.id, 'red']]),
    }));
    await edit(shop, { variables: [...variables, color], variations: withColor });
    await serve(shop, ({ defaults }) => ({ defaults: new Map([...defaults, ['color', 'new']]) }));
    await shop.rows('DELETE FROM audit_record');
    const before = (await readChangeEvents(shop, endpoint.id)).length;

    await edit(shop, { variables, variations });
    const [lost, updated] = await records();
    expect(lost).toEqual({
      action: 'defaults.updated',
      subject: 'web/checkout in live',
      before: { color: 'new' },
      after: { color: null },
    });
    expect(updated).toMatchObject({ action: 'feature.updated', before: { variables: [{}, color] } });
    expect((await readChangeEvents(shop, endpoint.id)).slice(before)).toEqual([
      'feature.updated checkout live',
    ]);

    // A state with the id of a deleted variable brings it back.
    await edit(shop, { variables: [...variables, color], variations: withColor });
    await change(shop, async (_, stored) => expect(stored.feature.variables).toContainEqual(color));
    await edit(shop, { variables, variations });
  });
});

describe('deleting a variation', () => {
  it('loses nothing that is served; a state with its id brings it back', async () => {
    const { variations } = shop.feature;
    await edit(shop, { variations: variations.slice(0, 2) });
    expect((await records()).map(({ action }) => action)).toEqual(['feature.updated']);
    await edit(shop, { variations });
    await change(shop, async (_, stored) => expect(stored.feature).toEqual(shop.feature));
  });
});

describe('deleting a segment', () => {
  it('records it with its id', async () => {
    const segment = { id: newId(), slug: 'canada', name: 'Canada', anyOf: [] };
    await change(shop, (transaction, { project }) =>
      changeSegments(transaction, project, [{ after: segment }]),
    );
    await change(shop, async (transaction, { project }) => {
      const [before] = await readSegments(transaction, project, 'canada');
      await changeSegments(transaction, project, [{ before }]);
    });
    expect((await records()).at(-1)).toMatchObject({
      action: 'segment.deleted',
      before: { id: segment.id, slug: 'canada', name: 'Canada', any_of: [] },
    });
  });
});

describe('deleting a feature', () => {
  it('records what each environment loses, then the feature with its salt and all ids, and can be undone from the records', async () => {
    const served = await fragments();
    await deleteFeature();
    const written = await records();
    const { variables, variations } = shop.feature;
    const described = describeFeature(shop.feature);
    const where = 'web/checkout in live';
    expect(written).toEqual([
      { action: 'defaults.updated', subject: where, before: { layout: 'old' }, after: { layout: null } },
      { action: 'overrides.updated', subject: where, before: { u: 'new' }, after: { u: null } },
      { action: 'targeting.deleted', subject: where, before: targeting, after: null },
      {
        action: 'feature.deleted',
        subject: 'web/checkout',
        before: {
          ...described,
          variables: described.variables.map((part, index) => ({ id: variables[index]?.id, ...part })),
          variations: described.variations.map((part, index) => ({ id: variations[index]?.id, ...part })),
        },
        after: null,
      },
    ]);
    expect(await readChangeEvents(shop, endpoint.id)).toContain('feature.deleted checkout deleted');
    expect(await fragments()).not.toEqual(served);

    await bringBack(written);
    expect(await fragments()).toEqual(served);
    await change(shop, async (_, stored) => expect(stored.feature).toEqual(shop.feature));
  });

  it('has one webhook event, whatever was served', async () => {
    const before = (await readChangeEvents(shop, endpoint.id)).length;
    await deleteFeature();
    expect((await readChangeEvents(shop, endpoint.id)).slice(before)).toEqual([
      'feature.deleted checkout deleted',
    ]);
    await bringBack(await records());
  });

  it('records at most 10,000 overrides at once', async () => {
    await shop.rows(
      `INSERT INTO override (environment_id, feature_id, user_id, variation_id)
       SELECT environment_id, feature_id, 'user-' || number, variation_id
       FROM override, generate_series(1, 25000) AS number`,
    );
    await deleteFeature();
    const overrides = (await records()).filter(({ action }) => action === 'overrides.updated');
    const counts = overrides.map(({ before }) => Object.keys(before as object).length);
    expect(counts).toEqual([10_000, 10_000, 5_001]);
    const users = overrides.flatMap(({ before }) => Object.entries(before as Record<string, string>));
    expect([new Set(users.map(([user]) => user)).size, new Set(users.map(([, slug]) => slug))]).toEqual([
      25_001,
      new Set(['new']),
    ]);
    await bringBack(await records());
  });

  it('that is served nowhere records the feature alone', async () => {
    await serve(shop, () => nothingServed);
    await shop.rows('DELETE FROM audit_record');
    await deleteFeature();
    expect((await records()).map(({ action }) => action)).toEqual(['feature.deleted']);
  });
});
