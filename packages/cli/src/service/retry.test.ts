import { describe, expect, it } from '@jest/globals';
import { createRetry, retryAfterMs } from './retry.ts';

const answer = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
});

async function waitsOf(answers: readonly ReturnType<typeof answer>[], random = 0) {
  const waits: number[] = [];
  let sent = 0;
  const retry = createRetry({ random: () => random, wait: async (ms) => void waits.push(ms) });
  const last = await retry(async () => answers[Math.min(sent++, answers.length - 1)] ?? answer(200));
  return { waits, sent, status: last.status };
}

describe('a retry', () => {
  it('waits twice as long each time, jittered, and gives up after five tries', async () => {
    expect(await waitsOf([answer(503)])).toEqual({ waits: [500, 1_000, 2_000, 4_000], sent: 5, status: 503 });
    expect((await waitsOf([answer(503)], 0.999)).waits).toEqual([1_000, 1_999, 3_998, 7_996]);
  });

  it('stops at the first answer that is neither 429 nor 5xx', async () => {
    expect(await waitsOf([answer(429), answer(500), answer(200)])).toMatchObject({ sent: 3, status: 200 });
    expect(await waitsOf([answer(400)])).toMatchObject({ sent: 1, status: 400 });
  });

  it('waits at least as long as Retry-After says, and not at all when that is too long', async () => {
    expect((await waitsOf([answer(429, { 'Retry-After': '7' }), answer(200)])).waits).toEqual([7_500]);
    expect(await waitsOf([answer(429, { 'Retry-After': '61' })])).toMatchObject({ waits: [], status: 429 });
  });

  it('reports why no connection could be opened', async () => {
    const retry = createRetry({ tries: 2, wait: async () => {} });
    const cause = new AggregateError([
      new Error('connect ECONNREFUSED ::1:1'),
      new Error('connect ECONNREFUSED 127.0.0.1:1'),
    ]);
    await expect(retry(() => Promise.reject(new TypeError('fetch failed', { cause })))).rejects.toThrow(
      "Can't reach Bunting: connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1",
    );
  });

  it('reads Retry-After as seconds and as a date', () => {
    const now = Date.parse('2026-11-21T09:00:00Z');
    expect(retryAfterMs('3', now)).toBe(3_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 09:00:10 GMT', now)).toBe(10_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 08:00:00 GMT', now)).toBe(0);
    expect(retryAfterMs('soon', now)).toBe(0);
    expect(retryAfterMs(null, now)).toBe(0);
  });
});
