import { describe, expect, it } from '@jest/globals';
import { createShares, maxPerOrganisation } from './shares.ts';

const at = (organisationId: string, host: string) => ({
  organisationId,
  host,
  endpointId: `${organisationId}-${host}`,
});

it.each([
  [1_000, 250],
  [10, 2],
  [3, 1],
])('of %d attempts one organisation has %d', (maxInFlight, share) => {
  expect(maxPerOrganisation(maxInFlight)).toBe(share);
});

describe('shares', () => {
  it('postpone an endpoint while its organisation, or its organisation at its host, has all the attempts it may have', () => {
    const shares = createShares({ perOrganisation: 3, perHost: 2 });
    shares.begin(at('a', 'x'));
    shares.begin(at('a', 'x'));
    expect(shares.postpone({ id: 'same host', ...at('a', 'x') })).toBe(true);
    expect(shares.postpone({ id: 'another host', ...at('a', 'y') })).toBe(false);
    expect(shares.postpone({ id: 'same host of others', ...at('b', 'x') })).toBe(false);
    shares.begin(at('a', 'y'));
    expect(shares.postpone({ id: 'another host', ...at('a', 'y') })).toBe(true);
    expect(shares.postpone({ id: 'of others', ...at('b', 'y') })).toBe(false);
    expect(['same host', 'another host', 'of others'].map((id) => shares.isPostponed(id))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('return postponed endpoints in their order as attempts end, and lose none', () => {
    const shares = createShares({ perOrganisation: 2, perHost: 10 });
    for (let n = 0; n < 2; n++) shares.begin(at('a', 'x'));
    for (const id of ['1', '2', '3']) shares.postpone({ id, ...at('a', `host-${id}`) });
    expect(shares.takeReady()).toEqual([]);
    shares.end(at('a', 'x'));
    expect(shares.takeReady()).toEqual(['1']);
    expect(shares.isPostponed('1')).toBe(false);
    shares.end(at('a', 'x'));
    expect(shares.takeReady()).toEqual(['2', '3']);
    expect(shares.takeReady()).toEqual([]);
    expect(shares.inFlight()).toMatchObject({ organisationIds: [], hostKeys: [] });
  });

  it('keep a snapshot of the moment of the query, whatever has ended since', () => {
    const shares = createShares({ perOrganisation: 3, perHost: 2 });
    for (const host of ['x', 'x']) shares.begin(at('a', host));
    const then = shares.inFlight();
    expect(then).toMatchObject({ ofOrganisations: [2], hostKeys: ['a x'], ofHosts: [2] });
    for (const host of ['x', 'x']) shares.end(at('a', host));
    expect(then.wasExhausted(at('a', 'x'), [])).toBe(true);
    expect(then.wasExhausted(at('a', 'y'), [])).toBe(false);
    expect(then.wasExhausted(at('a', 'y'), [at('a', 'z')])).toBe(true);
    expect(then.wasExhausted(at('b', 'x'), [at('a', 'z')])).toBe(false);
  });
});
