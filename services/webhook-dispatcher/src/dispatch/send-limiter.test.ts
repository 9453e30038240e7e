import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createSendLimiter, maxUnrecorded, type SendPermit } from './send-limiter.ts';

function createFilledLimiter(): { limiter: ReturnType<typeof createSendLimiter>; permits: SendPermit[] } {
  const permits: SendPermit[] = [];
  const limiter = createSendLimiter(() => {});
  for (let n = 0; n < 30; n++) void limiter.acquire('acme').then((permit) => permits.push(permit));
  return { limiter, permits };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** Runs everything that need not wait for a timer. */
const flush = () => pass(0);

/** Creates a limiter that has measured records of about this duration. */
async function createPacedLimiter(recordMs: number): Promise<ReturnType<typeof createFilledLimiter>> {
  const paced = createFilledLimiter();
  await flush();
  for (const permit of paced.permits) permit.onAnswer();
  await pass(recordMs);
  for (const permit of paced.permits.splice(0)) permit.release();
  await flush();
  return paced;
}

it.each([
  [0, 10],
  [2_000, 10],
  [2_200, 11],
  [4_800, 24],
  [1_000_000, 24],
])('after %i records %i may be sent and not recorded', (recorded, most) => {
  expect(maxUnrecorded(recorded)).toBe(most);
});

describe('the limiter of sending', () => {
  it('permits ten, and one more for each that is recorded', async () => {
    const { limiter, permits } = createFilledLimiter();
    await flush();
    expect([permits.length, limiter.waiting()]).toEqual([10, 20]);
    for (const permit of permits.slice(0, 3)) permit.onAnswer();
    await flush();
    expect(permits.length).toBe(10);
    for (const permit of permits.slice(0, 3)) permit.release();
    await flush();
    expect([permits.length, limiter.waiting()]).toEqual([13, 17]);
  });

  it('does not count attempts at slow receivers until they have answered', async () => {
    const { limiter, permits } = await createPacedLimiter(1);
    for (let ms = 0; limiter.waiting() > 0; ms += 5) {
      expect(ms).toBeLessThan(60_000);
      await pass(5); // nobody answers
    }
    for (const permit of permits.slice(0, 10)) permit.onAnswer();
    const next = limiter.acquire('acme');
    await pass(2_000);
    expect(limiter.waiting()).toBe(1);
    permits[0]!.release();
    await next;
    expect(limiter.waiting()).toBe(0);
  });

  it('counts slow receivers for longer when records are slower', async () => {
    const { permits } = await createPacedLimiter(100);
    expect(permits.length).toBe(10);
    await pass(399);
    expect(permits.length).toBe(10);
    await pass(1);
    expect(permits.length).toBe(20);
  });

  it('calls back whenever fewer attempts wait', async () => {
    let calls = 0;
    const limiter = createSendLimiter(() => (calls += 1));
    const permit = await limiter.acquire('acme');
    const before = calls;
    permit.release();
    expect(calls).toBeGreaterThan(before);
  });
});

it('serves organisations in turn, however many attempts one has waiting', async () => {
  const { limiter, permits } = createFilledLimiter();
  const permitted: string[] = [];
  for (const organisation of ['globex', 'initech', 'globex']) {
    void limiter.acquire(organisation).then(() => permitted.push(organisation));
  }
  await flush();
  expect([permits.length, permitted]).toEqual([10, []]);
  for (const permit of permits.slice(0, 3)) permit.release();
  await flush();
  expect(permitted).toEqual(['globex', 'initech']);
});
