import { describe, expect, it } from '@jest/globals';
import { organisations } from '../organisations.ts';
import { createCalls } from '../client.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });

interface Timed {
  readonly created_at: string;
  readonly updated_at: string;
}

describe('created_at is never later than updated_at', () => {
  it('in a new feature and a new segment they are the same moment', async () => {
    const web = createCalls(app);
    for (let n = 0; n < 20; n += 1) {
      const made = [
        await web.post('/features', { slug: `feature-${n}` }),
        await web.post('/segments', { slug: `segment-${n}`, name: 'S', any_of: [] }),
      ];
      for (const { status, body } of made) {
        expect(status).toBe(201);
        expect((body as Timed).created_at).toBe((body as Timed).updated_at);
      }
    }
    const { rows } = await app.pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'updated_at'`,
    );
    expect(rows.length).toBeGreaterThan(8);
    for (const { name } of rows) {
      const wrong = await app.pool.query(`SELECT FROM "${name}" WHERE created_at > updated_at`);
      expect({ name, wrong: wrong.rowCount }).toEqual({ name, wrong: 0 });
    }
  });

  it('also where the clock of the changing process is behind', async () => {
    const web = createCalls(app);
    await app.pool.query(`UPDATE feature SET created_at = now() + interval '1 hour' WHERE slug = 'checkout'`);
    const { body } = await web.patch('/features/checkout', { name: 'Later' });
    expect((body as Timed).updated_at).toBe((body as Timed).created_at);
  });

  it('also in rows of an earlier release', async () => {
    const web = createCalls(app);
    await app.pool.query(`UPDATE segment SET created_at = updated_at + interval '3 milliseconds'`);
    const { body } = await web.get('/segments/canada');
    expect((body as Timed).updated_at).toBe((body as Timed).created_at);
    const list = (await web.get('/segments?limit=200')).body as { items: Timed[] };
    for (const { created_at, updated_at } of list.items) expect(updated_at >= created_at).toBe(true);
  });
});
