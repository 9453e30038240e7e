import { withTransaction } from '@bunting/database';
import type { SealedSecret } from '@bunting/sealed-secrets';
import { parkDeliveries } from '@bunting/webhooks';
import type { Pool, PoolClient } from 'pg';
import { runPipelined } from './run-pipelined.ts';
import type { AttemptsInFlight } from './shares.ts';

/** A delivery that is leased to this process until `leasedUntil`, with all that one attempt needs. */
export interface Claim {
  readonly id: string;
  readonly endpointId: string;
  readonly organisationId: string;
  readonly url: string;
  /** The host of the address, lower-cased. */
  readonly host: string;
  readonly secret: SealedSecret;
  readonly type: string;
  readonly body: string;
  /** Attempts made before this one, since it was last made due by hand. */
  readonly attemptCount: number;
  readonly leasedUntil: Date;
}

export interface ClaimOptions {
  readonly endpointIds: readonly string[];
  /** Deliveries that a job names: they count as due even if the clock that wrote `due_at` is a few seconds fast. */
  readonly namedIds: readonly string[];
  readonly limit: number;
  /** The attempts of this process in flight, and how many of them one organisation may have, in all and to one host. */
  readonly shares: AttemptsInFlight & { readonly perOrganisation: number; readonly perHost: number };
  readonly leaseSeconds: number;
}

export interface Claimed {
  readonly claims: readonly Claim[];
  /** The endpoints that were checked. */
  readonly endpoints: readonly Endpoint[];
}

/** Attempts for one endpoint at a time, over all dispatchers: a slow receiver occupies no more workers than that. */
export const maxPerEndpoint = 10;

/**
 * Claims what endpoints have due, in due order and in turn, as long as they have fewer than ten attempts in flight and the shares of
 * their organisation in this process are not used up. The lock on the endpoints serialises the claims of several
 * dispatchers; a lease that has not ended is an attempt in flight. Time is PostgreSQL's, the one clock that all dispatchers
 * share. One round trip, if the connections of the pool pipeline.
 */
export async function claimDeliveries(pool: Pool, options: ClaimOptions): Promise<Claimed> {
  const [endpoints, claims] = await runPipelined(pool, (client) => [
    lockEndpoints(client, options.endpointIds),
    leaseDue(client, options),
  ]);
  const closed = endpoints.filter(({ isOpen }) => !isOpen).map(({ id }) => id);
  if (closed.length > 0) await parkClosed(pool, closed);
  return { claims, endpoints };
}

/** Parks deliveries of endpoints that were disabled or put on hold: that change does not see a delivery whose transaction is not committed yet. */
async function parkClosed(pool: Pool, endpointIds: readonly string[]): Promise<void> {
  await withTransaction(pool, async (client) => {
    const endpoints = await lockEndpoints(client, endpointIds);
    const closed = endpoints.filter(({ isOpen }) => !isOpen).map(({ id }) => id);
    await parkDeliveries(client, closed);
  });
}

export interface Endpoint {
  readonly id: string;
  readonly organisationId: string;
  readonly host: string;
  readonly isOpen: boolean;
}

/** The host is in a column; where an earlier release wrote null, it is taken from the address. */
export const hostColumn = `coalesce(host, lower(substring(url from '^[^:/?#]+://([^/?#:]*)')), '')`;

async function lockEndpoints(client: PoolClient, ids: readonly string[]): Promise<Endpoint[]> {
  const { rows } = await client.query<Endpoint>({
    name: 'lock-endpoints',
    text: `SELECT id, organisation_id AS "organisationId", ${hostColumn} AS host, enabled AND held_at IS NULL AS "isOpen"
           FROM webhook_endpoint WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  });
  return rows;
}

const clockTolerance = `interval '10 seconds'`;
const isFree = '(leased_until IS NULL OR leased_until <= now())';
const isDue = `(due_at <= now() OR id = ANY($2) AND due_at <= now() + ${clockTolerance})`;

/**
 * Leases what is due and within the shares. Some attempts that were in flight at the call have ended when PostgreSQL answers. An
 * endpoint's own attempts are counted by its leases, so that an endpoint which is alone at its host gets each free slot at once.
 */
async function leaseDue(
  client: PoolClient,
  { endpointIds, namedIds, limit, leaseSeconds, shares }: ClaimOptions,
): Promise<Claim[]> {
  const { rows } = await client.query<Claim>({
    name: 'lease-due',
    text: `
      WITH due AS (
        SELECT free.id, free.due_at, endpoint.id AS endpoint_id, organisation_id, ${hostColumn} AS host, slots.taken,
          slots.taken + row_number() OVER (PARTITION BY endpoint.id ORDER BY free.due_at, free.id) AS slot
        FROM webhook_endpoint AS endpoint
        CROSS JOIN LATERAL (
          SELECT count(*) AS taken FROM webhook_delivery
          WHERE webhook_endpoint_id = endpoint.id AND leased_until IS NOT NULL AND leased_until > now()
        ) AS slots
        CROSS JOIN LATERAL (
          SELECT id, due_at FROM webhook_delivery
          WHERE webhook_endpoint_id = endpoint.id AND status = 'pending'
            AND due_at <= now() + ${clockTolerance} AND ${isDue} AND ${isFree}
          ORDER BY due_at, id LIMIT least(greatest(${maxPerEndpoint} - slots.taken, 0), $3)
        ) AS free
        WHERE endpoint.id = ANY($1) AND enabled AND held_at IS NULL
      ),
      for_hosts AS (
        SELECT due.*, coalesce(of_host.in_flight, 0) - coalesce(own.in_flight, 0) + least(taken, coalesce(own.in_flight, 0))
          + row_number() OVER (PARTITION BY organisation_id, host ORDER BY slot, due_at, id) AS of_host
        FROM due
        LEFT JOIN unnest($5::text[], $6::int[]) AS of_host(key, in_flight) ON of_host.key = organisation_id || ' ' || host
        LEFT JOIN unnest($11::uuid[], $12::int[]) AS own(key, in_flight) ON own.key = endpoint_id
      ),
      for_organisations AS (
        SELECT for_hosts.*, coalesce(in_flight, 0) + row_number() OVER (
          PARTITION BY organisation_id ORDER BY slot, due_at, id) AS of_organisation
        FROM for_hosts LEFT JOIN unnest($7::uuid[], $8::int[]) AS busy(key, in_flight) ON key = organisation_id
        WHERE of_host <= $9
      ),
      chosen AS (
        SELECT id FROM for_organisations WHERE of_organisation <= $10 ORDER BY slot, due_at, id LIMIT $3
      )
      UPDATE webhook_delivery AS delivery
      SET leased_until = now() + $4 * interval '1 second'
      FROM chosen, webhook_endpoint AS endpoint
      WHERE delivery.id = chosen.id AND endpoint.id = webhook_endpoint_id AND status = 'pending'
        AND due_at <= now() + ${clockTolerance} AND ${isFree}
      RETURNING delivery.id, webhook_endpoint_id AS "endpointId", organisation_id AS "organisationId", body,
        attempt_count AS "attemptCount", leased_until AS "leasedUntil", url, ${hostColumn} AS host,
        json_build_object('text', secret, 'keyId', secret_key_id) AS secret,
        (SELECT type FROM webhook_event WHERE webhook_event.id = webhook_event_id) AS type`,
    values: [
      endpointIds,
      namedIds,
      limit,
      leaseSeconds,
      shares.hostKeys,
      shares.ofHosts,
      shares.organisationIds,
      shares.ofOrganisations,
      shares.perHost,
      shares.perOrganisation,
      shares.endpointIds,
      shares.ofEndpoints,
    ],
  });
  return rows;
}

/** Ends the lease of a delivery that was not sent. */
export async function releaseClaim(pool: Pool, { id, leasedUntil }: Claim): Promise<void> {
  await pool.query({
    name: 'release-claim',
    text: 'UPDATE webhook_delivery SET leased_until = NULL WHERE id = $1 AND leased_until = $2',
    values: [id, leasedUntil],
  });
}

/** Selects the endpoints that have something due which is not leased. */
export async function findPendingEndpoints(pool: Pool, endpointIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'pending-endpoints',
    text: `SELECT id FROM unnest($1::uuid[]) AS endpoint(id)
           WHERE EXISTS (
             SELECT FROM webhook_delivery
             WHERE webhook_endpoint_id = endpoint.id AND status = 'pending' AND due_at <= now() AND ${isFree}
           )`,
    values: [endpointIds],
  });
  return rows.map(({ id }) => id);
}

/** Returns the organisation of each endpoint. */
export async function findOrganisations(
  pool: Pool,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; organisationId: string }>({
    name: 'organisations-of-endpoints',
    text: 'SELECT id, organisation_id AS "organisationId" FROM webhook_endpoint WHERE id = ANY($1)',
    values: [endpointIds],
  });
  return new Map(rows.map(({ id, organisationId }) => [id, organisationId]));
}
