import { describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { until } from '@bunting/testing';
import { startLoad } from './load/load.ts';
import { evaluateVariable } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

const key = 'c1a55e00-0000-4000-8000-0000000000c1';
const slugs = ['left', 'right'];

/** Returns two features that always serve the same number. */
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

function untilServed(app: RunningApp, n: number): Promise<number> {
  return until(async () => {
    const { body } = await evaluateVariable(app.server, 'left', {}, key);
    return (body as { value: number }).value === n;
  });
}

describe('a new version', () => {
  it('is served as a whole, and long before the next poll', async () => {
    const app = await startApp({ document: versioned(0), pollIntervalMs: 600_000 });
    await untilServed(app, 0);
    const running = startLoad({
      port: app.port,
      path: '/v1/variables',
      key,
      connections: 4,
      body: () => ({ keys: ['left', 'right'] }),
    });
    for (let n = 1; n <= 30; n++) {
      await app.apply(versioned(n));
      await untilServed(app, n);
    }
    const seen = new Set<number>();
    for (const { status, text } of await running.stop()) {
      expect(status).toBe(200);
      const { results } = JSON.parse(text) as { results: Record<string, { value: number }> };
      expect(results['left']!.value).toBe(results['right']!.value);
      seen.add(results['left']!.value);
    }
    expect(seen.size).toBeGreaterThan(15);
    await app.stop();
  });

  it('is found by polling when its announcement is lost', async () => {
    const app = await startApp({ document: versioned(0) });
    await untilServed(app, 0);
    await applyDocument({ pool: app.pool }, versioned(1_000));
    await untilServed(app, 1_000);
    const { body } = await evaluateVariable(app.server, 'right', {}, key);
    expect(body).toMatchObject({ value: 1_000 });
    await app.stop();
  });
});
