/** A thousand random sequences of what may happen end in what a fresh client gets. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { answerWith, createPage, type Reply } from '../test/fake-page.ts';
import type { Client } from './public/client.ts';

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 22) }));
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

const failures: Reply[] = [
  'broken',
  'never',
  { status: 500 },
  { status: 200 },
  { status: 401, json: {} },
  { status: 429, headers: { 'retry-after': '3' } },
];
const step = fc.oneof(
  fc.record({ do: fc.constant('identify' as const), user: fc.constantFrom('a', 'b', 'c', '') }),
  fc.record({ do: fc.constant('change' as const), isReported: fc.boolean() }),
  fc.record({ do: fc.constant('fail' as const), how: fc.constantFrom(...failures) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 500, 5_000, 70_000, 130_000) }),
  fc.constantFrom(
    { do: 'heal' as const },
    { do: 'refresh' as const },
    { do: 'hide' as const },
    { do: 'show' as const },
    { do: 'online' as const },
    { do: 'lose stream' as const },
    { do: 'read' as const },
    { do: 'close' as const },
  ),
);
type Step = typeof step extends fc.Arbitrary<infer Known> ? Known : never;

function createWorld() {
  const page = createPage();
  let version = 1;
  let failure: Reply | undefined;
  page.reply = ({ path, body, query }) => {
    if (failure !== undefined) return failure;
    if (path === '/v1/events') return { status: 202, json: { accepted: body.events.length } };
    const answer = answerWith({ a: `${body.user.id} ${version}`, fixed: [1] }, { version }, { split: true });
    return query.get('etag') === answer.headers!['etag'] ? { status: 304 } : answer;
  };
  const client = page.open({ stream: true, user: { id: 'a' } });
  const fired: string[] = [];
  client.on('change', () => void fired.push(client.status));
  client.on('status', (status) => void fired.push(status));
  const happen = async (each: Step): Promise<void> => {
    if (each.do === 'identify') void client.identify(each.user ? { id: each.user } : null);
    else if (each.do === 'change') {
      version++;
      if (each.isReported) page.sources.at(-1)?.say(version);
    } else if (each.do === 'fail') failure = each.how;
    else if (each.do === 'wait') await settle(each.ms);
    else if (each.do === 'heal') failure = undefined;
    else if (each.do === 'refresh') void client.refresh();
    else if (each.do === 'hide') page.hide();
    else if (each.do === 'show') page.show();
    else if (each.do === 'online') page.fire('online');
    else if (each.do === 'lose stream') page.sources.at(-1)?.fail(true);
    else if (each.do === 'read') client.value('a', '');
    else await client.close();
  };
  return { page, client, fired, happen, heal: () => (failure = undefined) };
}

async function valuesOfFresh(page: ReturnType<typeof createPage>, client: Client): Promise<unknown> {
  const id = client.value('a', '').split(' ')[0];
  const fresh = page.open({
    storage: false,
    user: id === 'undefined' ? null : { id: id! },
    exposures: 'off',
  });
  await fresh.ready();
  const { results } = fresh.all();
  await fresh.close();
  return results;
}

it('a thousand sequences end in what a fresh client gets; nothing fires after close, and no timer is left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { page, client, fired, happen, heal } = createWorld();
      let firedAtClose = -1;
      for (const each of steps) {
        await happen(each);
        if (client.status === 'closed' && firedAtClose < 0) firedAtClose = fired.length;
      }
      heal();
      page.show();
      await settle(70_000);
      await client.refresh();
      if (firedAtClose < 0) {
        expect(client.status).toBe('ready');
        expect(client.all().results).toEqual(await valuesOfFresh(page, client));
        expect(await client.flush()).toBe(true);
        await client.close();
        firedAtClose = fired.length;
      }
      await settle(700_000);
      expect([fired.length, page.timers.size]).toEqual([firedAtClose, 0]);
    }),
    { numRuns: 1_000, seed: 15 },
  );
});
