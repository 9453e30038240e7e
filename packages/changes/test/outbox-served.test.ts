import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changeSegments } from '../src/projects/segments.ts';
import type { ServingState } from '../src/serving/serving-state.ts';
import { newId } from '@bunting/database';
import type { RuleDefinition } from '@bunting/evaluator';
import { change, serve } from './edit-shop.ts';
import { createEndpoint, changeEventsOf } from './listener.ts';
import { createShop } from './shop.ts';
import type { Shop } from './shop.ts';

let shop: Shop;
let endpoint: { readonly id: string };
beforeEach(async () => {
  shop = await createShop();
  endpoint = await createEndpoint(shop, ['*']);
});
afterEach(() => shop.end());

const news = () => changeEventsOf(shop, endpoint.id);

const rule: RuleDefinition = { name: 'All', enabled: true, any_of: [], serve: { variation: 'new' } };
const canadians = [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }] as const;

describe('what an environment serves', () => {
  it.each<[string, ServingState['targeting']]>([
    ['a targeting object', { enabled: true, rules: [] }],
    ['the switch', { enabled: false, rules: [] }],
    ['a rule', { enabled: true, rules: [rule] }],
    [
      'a condition',
      {
        enabled: true,
        rules: [{ ...rule, any_of: [{ all_of: [{ property: 'user_id', operator: 'exists' }] }] }],
      },
    ],
    [
      'a split',
      {
        enabled: true,
        rules: [
          {
            ...rule,
            serve: {
              split: [
                { variation: 'old', weight: 40 },
                { variation: 'new', weight: 60 },
              ],
            },
          },
        ],
      },
    ],
  ])('with %s has another targeting', async (_, targeting) => {
    await serve(shop, () => ({ targeting }));
    await serve(shop, () => ({ targeting }));
    await serve(shop, () => ({ targeting: null }));
    expect(await news()).toEqual([
      'targeting.updated checkout live in live',
      'targeting.updated checkout live in live',
    ]);
  });

  it('by default changes a variation for each variable, to none at last', async () => {
    await serve(shop, () => ({ defaults: new Map([['layout', 'new']]) }));
    await serve(shop, () => ({ defaults: new Map() }));
    expect(await news()).toEqual([
      'variation.changed checkout live in live: layout new',
      'variation.changed checkout live in live: layout null',
    ]);
  });

  it('for one user is nobody else’s news', async () => {
    await serve(shop, ({ overrides }) => ({ overrides: new Map([...overrides, ['user-7', 'new']]) }));
    expect(await news()).toEqual([]);
  });

  it('for a segment has another targeting when the conditions of the segment change, and only then', async () => {
    const segment = { id: newId(), slug: 'canada', name: 'Canada', anyOf: [] };
    const asks: RuleDefinition = {
      ...rule,
      any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] }],
    };
    const changeSegment = (before: object | undefined, after: object | undefined) =>
      change(shop, (transaction, { project }) =>
        changeSegments(transaction, project, [{ before, after } as never]),
      );
    await changeSegment(undefined, segment);
    await changeSegment(segment, { ...segment, anyOf: canadians });
    expect(await news()).toEqual([]);
    await serve(shop, () => ({ targeting: { enabled: true, rules: [asks, { ...asks, name: 'Again' }] } }));
    await changeSegment({ ...segment, anyOf: canadians }, { ...segment, name: 'CA', anyOf: canadians });
    await changeSegment({ ...segment, name: 'CA', anyOf: canadians }, segment);
    expect(await news()).toEqual([
      'targeting.updated checkout live in live',
      'targeting.updated checkout live in live',
    ]);
  });
});
