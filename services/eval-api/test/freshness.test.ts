import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { until } from '@bunting/testing';
import { percentile, startLoad } from './load.ts';
import { evaluateVariable } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

const key = 'c1a55e00-0000-4000-8000-0000000000c1';
const slugs = ['left', 'right'];

/** Two features that always serve the same number. */
function versioned(n: number) {
  return {
    organisations: [
      {
        slug: 'versions',
        name: 'Versions',
        plan: 'enterprise',
        status: 'active',
        projects: [
          {
            slug: 'web',
            name: 'Web',
            environments: [{ slug: 'production', name: 'Production', api_keys: [key] }],
            features: slugs.map((slug) => ({
              slug,
              name: slug,
              status: 'live',
              variables: [{ slug, type: 'number' }],
              variations: [{ slug: 'only', name: 'Only', values: { [slug]: n } }],
              environments: { production: { defaults: { [slug]: 'only' } } },
            })),
          },
        ],
      },
    ],
  };
}

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: versioned(0) });
});
afterAll(() => app.stop());

function untilServed(n: number): Promise<number> {
  return until(async () => {
    const { body } = await evaluateVariable(app.server, 'left', {}, key);
    return (body as { value: number }).value === n;
  });
}

describe('a new version', () => {
  it('is served long before the next poll, and never by half', async () => {
    await untilServed(0);
    const running = startLoad({
      port: app.port,
      path: '/v1/variables',
      key,
      connections: 4,
      body: () => ({ keys: ['left', 'right'] }),
    });
    const delays: number[] = [];
    for (let n = 1; n <= 30; n++) {
      await app.apply(versioned(n));
      delays.push(await untilServed(n));
    }
    const seen = new Set<number>();
    for (const { status, text } of await running.stop()) {
      expect(status).toBe(200);
      const { results } = JSON.parse(text) as { results: Record<string, { value: number }> };
      expect(results['left']!.value).toBe(results['right']!.value);
      seen.add(results['left']!.value);
    }
    expect(seen.size).toBeGreaterThan(15);
    expect(percentile(delays, 0.5)).toBeLessThan(1_000);
  });

  it('is found by polling when its announcement is lost', async () => {
    await applyDocument({ pool: app.pool }, versioned(1_000));
    expect(await untilServed(1_000)).toBeLessThan(10_000);
  });
});
