import { describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { routes } from '../../src/app.ts';
import { createCalls } from '../client.ts';
import { lockTable } from '../framework/lock-table.ts';
import { organisations, otherToken } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

describe('what takes much processor time', () => {
  it('are previews, explanations and exports', () => {
    const paths = routes.filter(({ isExpensive }) => isExpensive === true).map(({ path }) => path);
    expect(new Set(paths.map((path) => path.split('/').at(-1)))).toEqual(
      new Set(['explain', 'export', 'preview']),
    );
  });

  it.each([
    [
      'a preview',
      'datafile_fragment',
      () => web.post('/environments/production/preview', { feature: 'checkout', users: [null] }),
    ],
    [
      'an explanation',
      'datafile_fragment',
      () => web.post('/environments/production/explain', { variable: 'checkout-layout' }),
    ],
    ['an export', 'variation_value', () => web.get('/export')],
  ])(
    'as %s is done once at a time for an organisation, twenty wait, and others are not refused',
    async (_, table, ask) => {
      const lock = await lockTable(app.pool, table);
      const answers: { status: number; code: unknown }[] = [];
      const asked: Promise<unknown>[] = [];
      const other = callsAs(app, bearer(otherToken));
      try {
        const first = ask();
        asked.push(first.then(() => undefined));
        await lock.untilAwaited();
        for (let n = 0; n < 25; n += 1) {
          asked.push(
            ask().then(({ status, body }) =>
              answers.push({ status, code: (body as { code?: string }).code }),
            ),
          );
        }
        await until(() => answers.length >= 5);
        expect(answers).toEqual(
          Array.from({ length: 5 }, () => ({
            status: 429,
            code: 'organisation_share_exceeded',
          })),
        );
        const others = other.get('/organisations/globex/projects/app/export');
        asked.push(others.then(({ status }) => expect(status).toBe(200)));
      } finally {
        await lock.release();
      }
      await Promise.all(asked);
      expect(answers.slice(5).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    },
  );
});
