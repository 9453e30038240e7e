import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from './organisations.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { createSigner, type Signer } from './traces.ts';

let clock = Date.now();
let app: RunningApp;
let signer: Signer;
beforeAll(async () => {
  app = await startApp({ now: () => clock });
  signer = await createSigner(app.pool, { now: () => clock });
});
afterAll(() => app.stop());
beforeEach(() => app.pool.query('TRUNCATE stored_event, event_receipt, event_batch, consumed_trace'));

const traced = (evaluation_trace: unknown, parts: object = {}) => toEvent({ evaluation_trace, ...parts });
async function send(events: readonly unknown[], key?: string): Promise<boolean[]> {
  const { status } = await ingest(app.server, events, key);
  expect(status).toBe(202);
  return (await app.storedEvents()).map((event) => event.evaluation_trace_verified);
}
const consumed = async () => {
  const { rows } = await app.pool.query<{ count: number }>('SELECT count(*)::int FROM consumed_trace');
  return rows[0]!.count;
};

describe('evaluation_trace (contract §3.2, decisions §1.5)', () => {
  it('verifies the event of its environment and variation', async () => {
    expect(await send([traced(signer.sign())])).toEqual([true]);
    expect(await consumed()).toBe(1);
  });

  it.each([
    ['another environment', { environment: 'staging' }],
    ['another variation', { variation: 'checkout off' }],
    ['another variable of the feature', { variable: 'checkout-layout' }],
  ])('of %s is ignored, and not consumed', async (_, names) => {
    expect(await send([traced(signer.sign(names))])).toEqual([false]);
    expect(await consumed()).toBe(0);
  });

  it.each([['nonsense'], [''], [7], [true], [{}], [[]], ['a'.repeat(107)], ['x'.repeat(10_000)]])(
    'is ignored if it is %j',
    async (given) => {
      expect(await send([traced(given)])).toEqual([false]);
    },
  );

  it('is ignored in any other spelling, and still counts once', async () => {
    const token = signer.sign();
    const last = token.at(-1)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = alphabet[alphabet.indexOf(last) ^ 1]!;
    const spellings = [
      `${token}=`,
      `${token}==`,
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      `${token}\0`,
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      token.toLowerCase(),
      token.slice(0, -1) + twin,
      [token],
      { token },
    ];
    const verified = await send([...spellings.map((each) => traced(each)), traced(token)]);
    expect(verified).toEqual([...spellings.map(() => false), true]);
    expect(await consumed()).toBe(1);
  });

  it('is ignored when it is replayed with another variation, variable or environment', async () => {
    const token = signer.sign();
    await send([traced(token, { variation: 'off' })]);
    await send([traced(token, { variable: 'checkout-layout' })]);
    expect(await send([traced(token)], keys.staging)).toEqual([false, false, false]);
    expect(await send([traced(token), traced(token, { variation: 'off' })])).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it('is not bound to a user: anybody who has it may use it once', async () => {
    const token = signer.sign();
    expect(
      await send([traced(token, { user: { id: 'another' } }), traced(token, { user: { id: 'u' } })]),
    ).toEqual([true, false]);
  });

  it('is ignored once it has expired', async () => {
    const token = signer.sign();
    const before = clock;
    clock += 300_000;
    expect(await send([traced(token)])).toEqual([false]);
    clock = before;
  });

  it('is ignored under another secret', async () => {
    const other = await createSigner(app.pool, { secret: 'another secret, of the same length or so' });
    expect(await send([traced(other.sign())])).toEqual([false]);
  });

  it('counts once: a replay is stored, unverified', async () => {
    const token = signer.sign();
    await send([traced(token)]);
    expect(await send([traced(token), traced(signer.sign())])).toEqual([true, false, true]);
    expect(await consumed()).toBe(2);
  });

  it('counts once within a request, for the first event', async () => {
    const token = signer.sign();
    expect(await send([traced(token), traced(token), traced(token)])).toEqual([true, false, false]);
    expect(await consumed()).toBe(1);
  });

  it('counts once in many simultaneous requests', async () => {
    const token = signer.sign();
    await Promise.all(Array.from({ length: 40 }, () => ingest(app.server, [traced(token)])));
    const stored = await app.storedEvents();
    expect(stored).toHaveLength(40);
    expect(stored.filter((event) => event.evaluation_trace_verified)).toHaveLength(1);
  });

  it('is not consumed by a duplicate', async () => {
    const token = signer.sign();
    await send([toEvent({ event_id: 'a' })]);
    expect(await send([traced(token, { event_id: 'a' })])).toEqual([false]);
    expect(await consumed()).toBe(0);
    expect(await send([traced(token, { event_id: 'b' })])).toEqual([false, true]);
  });

  it('verifies the first event that is no duplicate', async () => {
    const token = signer.sign();
    await send([toEvent({ event_id: 'a' })]);
    const events = ['a', 'b', 'c'].map((event_id) => traced(token, { event_id }));
    expect(await send(events)).toEqual([false, true, false]);
    expect(await consumed()).toBe(1);
  });

  it('stays with its event when the client sends it again', async () => {
    const events = [traced(signer.sign(), { event_id: 'a' }), toEvent({ event_id: 'b' })];
    await send(events);
    expect(await send(events)).toEqual([true, false]);
    expect(await consumed()).toBe(1);
  });

  it('is valid in the environment that it was signed for, whichever that is', async () => {
    expect(await send([traced(signer.sign({ environment: 'staging' }))], keys.staging)).toEqual([true]);
  });

  it('verifies one event only: another event of the same evaluation needs a trace of its own', async () => {
    const layout = { variable: 'checkout-layout' };
    expect(await send([traced(signer.sign()), traced(signer.sign(layout), layout)])).toEqual([true, true]);
  });
});
