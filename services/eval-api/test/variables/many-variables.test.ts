import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrganisation } from '@bunting/testing/fixtures';
import { startLoad } from '../load/load.ts';
import { post } from '../requests.ts';
import { startApp, type RunningApp } from '../running-app.ts';

const key = 'c1a55e00-0000-4000-8000-0000000000e1';
const count = 3_000;

/** Features that all serve the same number. */
const document = (n: number) => ({
  organisations: [
    createOrganisation(
      'many',
      key,
      Array.from({ length: count }, (_, index) => ({
        slug: `feature-${index}`,
        name: `Feature ${index}`,
        status: 'live',
        variables: [{ slug: `flag-${index}`, type: 'number' }],
        variations: [{ slug: 'only', name: 'Only', values: { [`flag-${index}`]: n } }],
        environments: { production: { defaults: { [`flag-${index}`]: 'only' } } },
      })),
      { plan: 'enterprise' },
    ),
  ],
});

interface Answer {
  readonly version: number;
  readonly results: Readonly<Record<string, { readonly value: number }>>;
}

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: document(0) });
});
afterAll(() => app.stop());

describe('all variables of a large environment', () => {
  it('are in the order of code points', async () => {
    const { text } = await post(app.server, '/v1/evaluations', {}, key);
    const names = [...text.matchAll(/"(flag-\d+)":\{/g)].map(([, name]) => name!);
    expect(names).toHaveLength(count);
    expect(names).toEqual(names.toSorted());
  });

  it('are of one version, while it changes', async () => {
    const running = startLoad({
      port: app.port,
      path: '/v1/evaluations',
      key,
      connections: 2,
      body: () => ({}),
    });
    for (let n = 1; n <= 3; n++) await app.apply(document(n));
    for (const { status, text } of await running.stop()) {
      expect(status).toBe(200);
      const { results } = JSON.parse(text) as Answer;
      expect(new Set(Object.values(results).map(({ value }) => value)).size).toBe(1);
    }
  });
});

describe('a request for all variables', () => {
  it.each([
    ['/v1/evaluations', {}],
    ['/ofrep/v1/evaluate/flags', { context: {} }],
  ])('of %s costs a token for each hundred, so that whoever asks for more gets less', async (path, body) => {
    const limited = await startApp({ document: document(0), limits: { ratePerMinute: 100 } });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await post(limited.server, path, body, key)).status);
    // Thirty tokens each; one that is refused has cost nothing.
    const admitted = statuses.filter((status) => status === 200).length;
    expect([1, 2, 3, 4]).toContain(admitted);
    expect(statuses).toEqual(statuses.map((_, n) => (n < admitted ? 200 : 429)));
    await limited.stop();
  });
});
