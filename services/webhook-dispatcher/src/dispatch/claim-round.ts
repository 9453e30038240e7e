import type { Pool } from 'pg';
import {
  claimDeliveries,
  findOrganisations,
  findPendingEndpoints,
  type Claim,
  type Claimed,
} from './claim-deliveries.ts';
import { finish, type PendingEndpoint, type PendingEndpoints } from './pending-endpoints.ts';
import type { AttemptsInFlight, Shares } from './shares.ts';

/** After `sendBefore`, of `performance.now()`, a claim must not be sent: its lease would end before the attempt. */
export type BeginAttempt = (claim: Claim, sendBefore: number) => void;

export interface ClaimRounds {
  /**
   * Claims at most `capacity()` deliveries for the first endpoints in the queue, and calls `begin` with each. An endpoint that got
   * nothing because others used the capacity goes back into the queue, and so does every endpoint when the promise rejects.
   */
  claim(capacity: () => number, begin: BeginAttempt): Promise<void>;
}

/** An attempt takes five seconds at most, and its record a moment. */
const attemptMs = 5_500;

export function createClaimRounds(options: {
  pool: Pool;
  pending: PendingEndpoints;
  shares: Shares;
  limits: { readonly perOrganisation: number; readonly perHost: number };
  leaseSeconds: number;
}): ClaimRounds {
  const { pool, pending, shares, limits, leaseSeconds } = options;

  /** Organisations take turns, so the queue must know the organisation of each endpoint. */
  async function findMissingOrganisations(): Promise<void> {
    const ids = pending.withoutOrganisation();
    if (ids.length === 0) return;
    const organisations = await findOrganisations(pool, ids).catch(() => undefined);
    if (organisations === undefined) return;
    // An endpoint that was deleted has no organisation, and nothing due.
    for (const id of ids) pending.setOrganisation(id, organisations.get(id) ?? id);
  }

  /**
   * Selects due deliveries without locks, which avoids the claim if nothing is due; that is the usual case after an
   * attempt.
   */
  async function selectDue(endpoints: readonly PendingEndpoint[]): Promise<string[]> {
    const named = endpoints.filter(({ deliveryIds }) => deliveryIds.size > 0).map(idOf);
    const others = endpoints.filter(({ deliveryIds }) => deliveryIds.size === 0).map(idOf);
    return others.length === 0 ? named : [...named, ...(await findPendingEndpoints(pool, others))];
  }

  /** Endpoints that got nothing because the share of their organisation was used up wait until it is free again. */
  function postponeExhausted({ claims, endpoints }: Claimed, before: AttemptsInFlight): void {
    const served = endpointIdsOf(claims);
    for (const endpoint of endpoints) {
      if (!endpoint.isOpen || served.has(endpoint.id) || !before.wasExhausted(endpoint, claims)) continue;
      // Attempts may have ended since the query; then the endpoint is looked at again.
      if (!shares.postpone(endpoint)) void pending.add(endpoint.id);
    }
  }

  return {
    async claim(capacity, begin) {
      await findMissingOrganisations();
      // No more endpoints than attempts may begin: looking at one costs more than coming back to it.
      const endpoints = pending.take(capacity());
      const limit = capacity();
      try {
        const endpointIds = await selectDue(endpoints);
        const sendBefore = performance.now() + leaseSeconds * 1_000 - attemptMs;
        const before = shares.inFlight();
        const claimed = await claimDeliveries(pool, {
          endpointIds,
          namedIds: endpoints.flatMap(({ deliveryIds }) => [...deliveryIds]),
          limit,
          shares: { ...before, ...limits },
          leaseSeconds,
        });
        const { claims } = claimed;
        for (const claim of claims) begin(claim, sendBefore);
        postponeExhausted(claimed, before);
        const served = endpointIdsOf(claims);
        const isLeftOut = ({ endpointId }: PendingEndpoint) =>
          claims.length >= limit && !served.has(endpointId) && !shares.isPostponed(endpointId);
        pending.putBack(endpoints.filter(isLeftOut));
        finish(endpoints.filter((endpoint) => !isLeftOut(endpoint)));
        for (const id of shares.takeReady()) void pending.add(id);
      } catch (error) {
        pending.putBack(endpoints);
        throw error;
      }
    },
  };
}

const idOf = ({ endpointId }: PendingEndpoint) => endpointId;

function endpointIdsOf(claims: readonly Claim[]): ReadonlySet<string> {
  return new Set(claims.map(({ endpointId }) => endpointId));
}
