import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { everyone, production, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, type Answered } from '../client.ts';
import { organisations } from '../organisations.ts';
import { getDetails, readFragments, readRecords, revert } from './revert.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
const checkout = '/features/checkout';
const names = ['off', 'one-page', 'two', 'three'];

/** Changes of `checkout` and of what it uses. Some are refused, according to what was changed before. */
const changes: ((n: number) => Promise<Answered>)[] = [
  (n) => web.patch(checkout, { name: `Name ${n}`, tags: names.slice(n % 4), kind: 'operational' }),
  (n) =>
    web.patch(checkout, {
      status: ['live', 'complete', 'archived'][n % 3],
      slug: n % 2 ? 'checkout' : 'till',
    }),
  (n) => web.put(`${production}/targeting`, { enabled: n % 2 === 0, rules: rulesOf(n) }),
  (n) => web.put(`${staging}/targeting`, { enabled: true, rules: rulesOf(n >> 2) }),
  () => web.delete(`${production}/targeting`),
  (n) => web.put(`${staging}/defaults`, { 'checkout-layout': n % 3 ? names[n % 2] : null }),
  (n) => web.put(`${production}/overrides/user-${n % 9}`, { variation: names[n % 2] }),
  () => web.delete(`${production}/overrides/user-7`),
  () => web.post(`${checkout}/copy-environment`, { from: 'production', to: 'staging' }),
  (n) =>
    web.post(`${checkout}/variations`, {
      slug: names[2 + (n % 2)],
      values: { 'checkout-enabled': true, 'checkout-layout': `${n}` },
    }),
  (n) =>
    web.patch(`${checkout}/variations/${names[n % 4]}`, {
      slug: `v${n}`,
      values: { 'checkout-layout': `${n}` },
    }),
  (n) => web.delete(`${checkout}/variations/${names[2 + (n % 2)]}`),
  (n) =>
    web.post(`${checkout}/variables`, { slug: 'steps', type: 'number', values: { off: n, 'one-page': 1 } }),
  (n) => web.patch(`${checkout}/variables/checkout-layout`, { slug: `layout-${n}`, client: n % 2 === 0 }),
  () => web.delete(`${checkout}/variables/checkout-enabled`),
  (n) => web.put('/segments/canada', { name: `Canada ${n}`, any_of: [] }),
  (n) => web.patch('/environments/staging', { name: `Staging ${n}`, protected: n % 2 === 0 }),
  () => web.delete(checkout),
];

function rulesOf(n: number): object[] {
  return [0, 1, 2]
    .filter((index) => n & (1 << index))
    .map((index) => ({ ...everyone, name: `Rule ${index}`, rollout: { percentage: n % 100 } }));
}

/** Changes of another feature and another segment. */
const unrelated: ((n: number) => Promise<Answered>)[] = [
  (n) => web.post('/features', { slug: `other-${n}` }),
  (n) => web.post('/segments', { slug: `segment-${n}`, any_of: [] }),
  (n) => web.patch('/environments/production', { name: `Production ${n}` }),
  (n) => web.patch('', { name: `Web ${n}` }),
];

interface Exported {
  readonly features: { readonly slug: string }[];
  readonly segments: { readonly slug: string }[];
  readonly environments: { readonly slug: string }[];
}

/** Reads the parts that the unrelated changes do not touch. */
async function related(): Promise<unknown> {
  const { features, segments, environments } = (await web.get('/export')).body as Exported;
  const fragments = await readFragments(app);
  return {
    features: features.filter(({ slug }) => !slug.startsWith('other')),
    segments: segments.filter(({ slug }) => !slug.startsWith('segment')),
    environments: environments.filter(({ slug }) => slug === 'staging'),
    fragments: fragments.filter((each) => !/"slug":"(?:other|segment)/.test(JSON.stringify(each))),
  };
}

describe('random changes, with others between them', () => {
  it('are as before when all are reverted, the last first', async () => {
    const step = fc.record({
      change: fc.nat(changes.length - 1),
      n: fc.nat(999),
      other: fc.nat(unrelated.length - 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
        await restoreOrganisations(app);
        const before = await related();
        const made: string[] = [];
        for (const { change, n, other } of steps) {
          const known = new Set((await readRecords(app)).map(({ id }) => id));
          await changes[change]?.(n);
          const record = (await readRecords(app)).find(({ id }) => !known.has(id));
          if (record !== undefined) made.push(record.id);
          await unrelated[other]?.(n);
        }
        for (const id of made.toReversed()) {
          const answer = await revert(app, id);
          if (answer.status !== 200) throw new Error(JSON.stringify([answer.body.error, getDetails(answer)]));
        }
        expect(await related()).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });
});
