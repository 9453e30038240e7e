import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changeSegments } from '../src/projects/segments.ts';
import type { ServingState } from '../src/serving/serving-state.ts';
import { newId } from '@bunting/database';
import type { RuleDefinition } from '@bunting/evaluator/definition';
import { change, serve } from './edit-shop.ts';
import { createEndpoint, readChangeEvents } from './listener.ts';
import { createShop, type Shop } from './shop.ts';

let shop: Shop;
let endpoint: { readonly id: string };
beforeEach(async () => {
  shop = await createShop();
  endpoint = await createEndpoint(shop, ['*']);
});
afterEach(() => shop.end());

const events = () => readChangeEvents(shop, endpoint.id);

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
  ])('has an event when %s changes', async (_, targeting) => {
    await serve(shop, () => ({ targeting }));
    await serve(shop, () => ({ targeting }));
    await serve(shop, () => ({ targeting: null }));
    expect(await events()).toEqual([
      'targeting.updated checkout live in live',
      'targeting.updated checkout live in live',
    ]);
  });

  it('by default has an event per variable, also when the default is removed', async () => {
    await serve(shop, () => ({ defaults: new Map([['layout', 'new']]) }));
    await serve(shop, () => ({ defaults: new Map() }));
    expect(await events()).toEqual([
      'variation.changed checkout live in live: layout new',
      'variation.changed checkout live in live: layout null',
    ]);
  });

  it('for one user has no event', async () => {
    await serve(shop, ({ overrides }) => ({ overrides: new Map([...overrides, ['user-7', 'new']]) }));
    expect(await events()).toEqual([]);
  });

  it('for a segment has an event when the conditions of the segment change, and only then', async () => {
    const segment = { id: newId(), slug: 'canada', name: 'Canada', anyOf: [] };
    const segmentRule: RuleDefinition = {
      ...rule,
      any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] }],
    };
    const changeSegment = (before: object | undefined, after: object | undefined) =>
      change(shop, (transaction, { project }) =>
        changeSegments(transaction, project, [{ before, after } as never]),
      );
    await changeSegment(undefined, segment);
    await changeSegment(segment, { ...segment, anyOf: canadians });
    expect(await events()).toEqual([]);
    await serve(shop, () => ({
      targeting: { enabled: true, rules: [segmentRule, { ...segmentRule, name: 'Again' }] },
    }));
    await changeSegment({ ...segment, anyOf: canadians }, { ...segment, name: 'CA', anyOf: canadians });
    await changeSegment({ ...segment, name: 'CA', anyOf: canadians }, segment);
    expect(await events()).toEqual([
      'targeting.updated checkout live in live',
      'targeting.updated checkout live in live',
    ]);
  });
});
