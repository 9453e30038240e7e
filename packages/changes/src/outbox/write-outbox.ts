import { readSubscribers, writeDeliveries } from '@bunting/webhooks';
import type { DueDelivery } from '@bunting/webhooks';
import type { PoolClient } from 'pg';
import type { ChangeTransaction } from '../change-transaction.ts';
import { eventsOf } from './change-events.ts';
import type { SegmentUse } from './change-event.ts';

/**
 * Writes what the transaction has to tell to the endpoints of the organisations it changed something in. Returns the
 * deliveries to announce.
 */
export async function writeOutbox({
  client,
  actor,
  now,
  recorded,
  webhooks,
}: ChangeTransaction): Promise<DueDelivery[]> {
  const told = recorded.filter(({ news }) => news !== undefined);
  if (told.length === 0) return webhooks.due;
  const organisationIds = [...new Set(told.map(({ organisationId }) => organisationId))];
  const subscribers = (await readSubscribers(client, organisationIds)).filter(
    ({ id }) => !webhooks.newEndpoints.has(id),
  );
  if (subscribers.length === 0) return webhooks.due;
  const segmentIds = told.flatMap(({ news }) => (news?.about === 'segment' ? [news.id] : []));
  const events = eventsOf(told, await readSegmentUses(client, segmentIds), actor);
  return [...webhooks.due, ...(await writeDeliveries(client, subscribers, events, now))];
}

/** As the transaction leaves them. */
async function readSegmentUses(client: PoolClient, segmentIds: readonly string[]): Promise<SegmentUse[]> {
  if (segmentIds.length === 0) return [];
  const { rows } = await client.query<SegmentUse>(
    `SELECT DISTINCT ON (segment_id, feature.id, environment.id)
       segment_id AS "segmentId", feature.id AS "featureId", environment.id AS "environmentId",
       environment.slug AS environment,
       json_build_object('key', feature.slug, 'name', feature.name, 'project', project.slug, 'status', feature.status)
         AS feature
     FROM rule_segment
     JOIN targeting_rule ON targeting_rule.id = targeting_rule_id
     JOIN targeting ON targeting.id = targeting_id
     JOIN feature ON feature.id = targeting.feature_id
     JOIN environment ON environment.id = environment_id
     JOIN project ON project.id = feature.project_id
     WHERE segment_id = ANY($1)
     ORDER BY segment_id, feature.id, environment.id`,
    [segmentIds],
  );
  return rows;
}
