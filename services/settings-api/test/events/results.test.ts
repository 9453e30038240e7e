import { beforeEach, describe, expect, it } from '@jest/globals';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { askEvents, purchase } from './ask-events.ts';
import { storeEvents } from './stored-events.ts';

const app = useApp({ document: organisations });
beforeEach(() => app.pool.query('TRUNCATE stored_event, event_batch, event_rollup, event_user'));

const ask = (path: string, status?: number) => askEvents(app, path, status);

describe('the results of an experiment', () => {
  async function runExperiment() {
    const arms = { off: 200, 'one-page': 250 };
    for (const [variation, converted] of Object.entries(arms)) {
      const users = Array.from({ length: 1_000 }, (_, n) => `${variation} ${n}`);
      await storeEvents(app.pool, [
        ...users.map((user) => purchase(user, { variation, event: 'view' })),
        ...users.slice(0, converted).map((user, n) => purchase(user, { variation, value: n % 2 ? 10 : 20 })),
        ...users.slice(0, 10).map((user) => purchase(user, { variation, value: 15 })),
      ]);
    }
  }

  it('have rates, intervals, differences and means', async () => {
    await runExperiment();
    const answer = await ask('results?variable=checkout-layout&conversion=purchase');
    expect(answer).toMatchObject({ baseline: 'off', confidence: 0.95, up_to_date: true });
    const [off, onePage] = answer.results;
    expect(off).toMatchObject({
      variation: 'off',
      participants: 1_000,
      converted: 200,
      conversion_rate: { estimate: 0.2 },
      mean_value: { estimate: 15, count: 210 },
      versus_baseline: null,
    });
    expect(onePage).toMatchObject({ participants: 1_000, converted: 250 });
    expect(onePage!.versus_baseline.p_value).toBeCloseTo(0.00742, 4);
    expect(onePage!.versus_baseline).toMatchObject({ is_significant: true });
    expect(onePage!.versus_baseline.relative).toBeCloseTo(0.25, 10);
    expect(onePage!.versus_baseline.difference.low).toBeGreaterThan(0);
  });

  it('count only users with the exposure event, where one is named', async () => {
    await storeEvents(app.pool, [
      purchase('ada', { event: 'view' }),
      purchase('ada'),
      purchase('bob'), // never saw it
    ]);
    const { results } = await ask('results?variable=checkout-layout&conversion=purchase&exposure=view');
    expect(results).toMatchObject([{ participants: 1, converted: 1 }]);
    const anyEvent = await ask('results?variable=checkout-layout&conversion=purchase');
    expect(anyEvent.results).toMatchObject([{ participants: 2, converted: 2 }]);
  });

  it('use the named baseline', async () => {
    await runExperiment();
    const answer = await ask(
      'results?variable=checkout-layout&conversion=purchase&baseline=One-Page&confidence=0.999',
    );
    expect(answer).toMatchObject({ baseline: 'one-page', confidence: 0.999 });
    expect(answer.results[0]!.versus_baseline).toMatchObject({ is_significant: false });
    expect(answer.results[0]!.versus_baseline.relative).toBeCloseTo(-0.2, 10);
  });

  it('are empty where nothing happened', async () => {
    expect(await ask('results?variable=checkout-layout&conversion=purchase')).toMatchObject({
      baseline: null,
      results: [],
    });
  });

  it('are 404 for an unknown variable or variation', async () => {
    const unknown = {
      error: 'There is no variable "nothing".',
      code: 'not_found',
      resource: { kind: 'variable', slug: 'nothing' },
    };
    expect(await ask('results?variable=nothing&conversion=purchase', 404)).toEqual(unknown);
    expect(
      await ask('results?variable=checkout-layout&conversion=purchase&baseline=nothing', 404),
    ).toMatchObject({ code: 'not_found' });
  });
});
