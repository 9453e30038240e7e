import { afterEach, expect, it, jest } from '@jest/globals';
import type { DatafileFragment } from '@bunting/evaluator';
import { maxPreviewUsers, previewUsers } from './preview.ts';

afterEach(() => void jest.restoreAllMocks());

const now = Date.UTC(2026, 0);

/** Counts the turns of others during `work`, by a clock that each look at it moves on by a millisecond. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (clock += 1));
  let turns = 0;
  let others = setImmediate(function takeTurn() {
    turns += 1;
    others = setImmediate(takeTurn);
  });
  await work();
  clearImmediate(others);
  return turns;
}

const inCanada = [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] } as const] }];

/** Returns a feature with so many rules that name a segment; `onRead` is called when the segment is compiled. */
function fragmentsWith(rules: number, onRead: () => void): DatafileFragment[] {
  const rule = { name: '', any_of: inCanada, serve: { variation: 'on' } };
  const feature = {
    id: 'f',
    slug: 'checkout',
    status: 'live' as const,
    salt: 's',
    variables: [{ id: 'v', slug: 'checkout', default_variation: null }],
    variations: [{ id: 'o', slug: 'on', values: [true] }],
    targeting: { enabled: true, rules: Array.from({ length: rules }, () => rule) },
    overrides: {},
  };
  const segment = {
    id: 's',
    slug: 'canada',
    get any_of() {
      onRead();
      return [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] } as const] }];
    },
  };
  return [
    { kind: 'feature', id: 'f', document: feature },
    { kind: 'segment', id: 's', document: segment },
  ];
}

it('lets others take their turn after every five milliseconds of counting', async () => {
  const users = Array.from({ length: 600 }, (_, index) => ({ id: `u${index}` }));
  const turns = await turnsDuring(() => previewUsers({ before: [], after: [] }, 'checkout', users, now));
  expect(turns).toBeGreaterThan(80);
});

it('lets others take their turn while it compiles the rules, and compiles segments once for all of them', async () => {
  const users = [{ id: 'ada', country: 'CA' }];
  const counted = async (rules: number) => {
    let reads = 0;
    const after = fragmentsWith(rules, () => (reads += 1));
    const preview = await previewUsers({ before: [], after }, 'checkout', users, now);
    return { reads, matched: preview.rules.filter(({ matched }) => matched === 1).length };
  };
  const one = await counted(1);
  const turns = await turnsDuring(async () => {
    expect(await counted(100)).toEqual({ reads: one.reads, matched: 100 });
  });
  expect(turns).toBeGreaterThan(20);
});

it('lets others take their turn between the rules of one user', async () => {
  const fragments = fragmentsWith(100, () => undefined);
  const evaluate = (users: object[]) =>
    previewUsers({ before: fragments, after: fragments }, 'checkout', users, now);
  const [compiling, evaluating] = [
    await turnsDuring(() => evaluate([])),
    await turnsDuring(() => evaluate([{}])),
  ];
  expect(evaluating - compiling).toBeGreaterThanOrEqual(15);
});

it('may have fewer users the more the feature costs, and a thousand of an ordinary one', () => {
  const ordinary = fragmentsWith(20, () => undefined);
  expect(maxPreviewUsers({ before: ordinary, after: ordinary })).toBeGreaterThan(1_000);
  const costly = fragmentsWith(1_000, () => undefined);
  expect(maxPreviewUsers({ before: costly, after: costly })).toBeLessThan(1_000);
  expect(maxPreviewUsers({ before: costly, after: costly })).toBeGreaterThanOrEqual(625);
});
