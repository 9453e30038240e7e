import { beforeEach, describe, expect, it } from '@jest/globals';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { askEvents, purchase } from './ask-events.ts';
import { storeEvents } from './stored-events.ts';

const app = useApp({ document: organisations });
beforeEach(() => app.pool.query('TRUNCATE stored_event, event_batch, event_rollup, event_user'));

const ask = (query = '', status?: number) => askEvents(app, `names${query}`, status);

describe('the names of events', () => {
  it('are told with how many there were, and the hour of the last one', async () => {
    await storeEvents(app.pool, [
      purchase('ada', { occurredAt: '2026-11-01T10:59:00Z' }),
      purchase('bob', { occurredAt: '2026-11-03T11:30:00Z', variation: 'off' }),
      purchase('ada', { event: 'click', variable: 'checkout-enabled' }),
    ]);
    expect(await ask()).toEqual({
      items: [
        { event: 'click', count: 1, last_at: '2026-11-01T12:00:00.000Z' },
        { event: 'purchase', count: 2, last_at: '2026-11-03T11:00:00.000Z' },
      ],
      next_cursor: null,
    });
    expect((await ask('?variable=CHECKOUT-enabled')).items).toMatchObject([{ event: 'click' }]);
    await app.pool.query(`DELETE FROM event_rollup WHERE span = 'hour'`);
    expect((await ask('?variable=checkout-layout')).items).toMatchObject([
      { event: 'purchase', last_at: '2026-11-03T00:00:00.000Z' },
    ]);
  });

  it('are read page by page, in order of code points', async () => {
    await storeEvents(
      app.pool,
      ['b', 'a', 'B', 'ä'].map((event) => purchase('ada', { event })),
    );
    const names: string[] = [];
    for (let cursor = ''; ;) {
      const page = await ask(`?limit=1${cursor}`);
      names.push(...page.items.map(({ event }) => event));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(names).toEqual(['B', 'a', 'b', 'ä']);
    expect((await ask(`?variable=${'x'.repeat(101)}`, 400)).details).toMatchObject([
      { path: 'query.variable' },
    ]);
    expect((await ask('?variable=nothing')).items).toEqual([]);
  });
});
