import { describe, expect, it } from '@jest/globals';
import type { ChangeStream } from './change-stream.ts';
import { createStreamShares } from './topics.ts';

const streamOf = (organisationId: string, accountId: string) =>
  ({ organisationId, accountId }) as ChangeStream;

/** Returns how many streams each opens, and why no more. */
function openAll(shares: ReturnType<typeof createStreamShares>, streams: readonly ChangeStream[]): string {
  let opened = 0;
  try {
    for (const stream of streams) {
      shares.take(stream);
      opened += 1;
    }
    return String(opened);
  } catch (error) {
    const { status, code } = error as { status: number; code: string };
    return `${opened}, then ${status} ${code}`;
  }
}

describe('the shares of streams of changes', () => {
  const bounds = { maxStreams: 2_000, maxStreamsOfPerson: 30 };
  const peopleOf = (organisationId: string, count: number, each: number) =>
    Array.from({ length: count }, (_, n) =>
      Array.from({ length: each }, () => streamOf(organisationId, `${organisationId} ${n}`)),
    ).flat();

  it.each([
    ['a person', peopleOf('acme', 1, 31), '30, then 429 too_many_streams'],
    [
      'an organisation, however many accounts it has',
      peopleOf('acme', 67, 30),
      '500, then 429 organisation_share_exceeded',
    ],
    [
      'a process',
      ['a', 'b', 'c', 'd', 'e'].flatMap((organisation) => peopleOf(organisation, 50, 10)),
      '2000, then 503 too_many_streams',
    ],
  ])('are those of %s', (_of, streams, expected) => {
    expect(openAll(createStreamShares(bounds), streams)).toBe(expected);
  });

  it('are given back, also by one that was refused', () => {
    const shares = createStreamShares({ maxStreams: 4, maxStreamsOfPerson: 1 });
    const [first, second] = [streamOf('acme', 'ada'), streamOf('acme', 'bob')];
    shares.take(first);
    expect(openAll(shares, [second])).toBe('0, then 429 organisation_share_exceeded');
    shares.release(first);
    expect(openAll(shares, [second])).toBe('1');
  });
});
