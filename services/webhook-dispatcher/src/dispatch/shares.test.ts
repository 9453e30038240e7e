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
  it('turn an endpoint away while its organisation or its host there has as many attempts as it may', () => {
    const shares = createShares({ perOrganisation: 3, perHost: 2 });
    shares.begin(at('a', 'x'));
    shares.begin(at('a', 'x'));
    expect(shares.turnAway({ id: 'same host', ...at('a', 'x') })).toBe(true);
    expect(shares.turnAway({ id: 'another host', ...at('a', 'y') })).toBe(false);
    expect(shares.turnAway({ id: 'same host of others', ...at('b', 'x') })).toBe(false);
    shares.begin(at('a', 'y'));
    expect(shares.turnAway({ id: 'another host', ...at('a', 'y') })).toBe(true);
    expect(shares.turnAway({ id: 'of others', ...at('b', 'y') })).toBe(false);
    expect(['same host', 'another host', 'of others'].map((id) => shares.isTurnedAway(id))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('admit whom they turned away as room comes, in that order, and forget nobody', () => {
    const shares = createShares({ perOrganisation: 2, perHost: 10 });
    for (let n = 0; n < 2; n++) shares.begin(at('a', 'x'));
    for (const id of ['1', '2', '3']) shares.turnAway({ id, ...at('a', `host-${id}`) });
    expect(shares.admit()).toEqual([]);
    shares.end(at('a', 'x'));
    expect(shares.admit()).toEqual(['1']);
    expect(shares.isTurnedAway('1')).toBe(false);
    shares.end(at('a', 'x'));
    expect(shares.admit()).toEqual(['2', '3']);
    expect(shares.admit()).toEqual([]);
    expect(shares.inFlight()).toMatchObject({ organisationIds: [], hostKeys: [] });
  });

  it('remember how it was when PostgreSQL was asked, whatever has ended since', () => {
    const shares = createShares({ perOrganisation: 3, perHost: 2 });
    for (const host of ['x', 'x']) shares.begin(at('a', host));
    const then = shares.inFlight();
    expect(then).toMatchObject({ ofOrganisations: [2], hostKeys: ['a x'], ofHosts: [2] });
    for (const host of ['x', 'x']) shares.end(at('a', host));
    expect(then.wasUsedUp(at('a', 'x'), [])).toBe(true);
    expect(then.wasUsedUp(at('a', 'y'), [])).toBe(false);
    expect(then.wasUsedUp(at('a', 'y'), [at('a', 'z')])).toBe(true);
    expect(then.wasUsedUp(at('b', 'x'), [at('a', 'z')])).toBe(false);
  });
});
