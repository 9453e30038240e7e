import { type DueDelivery, readSubscribers, writeDeliveries } from '@bunting/webhooks';
import { consolePages } from '@bunting/webhooks/bodies';
import type { PoolClient } from 'pg';
import type { ChangeTransaction } from '../change-transaction.ts';
import { type ChangeRequestUrl, toWebhookEvents } from './change-events.ts';
import type { SegmentUse } from './change-event.ts';

/**
 * Writes the webhook events and deliveries of the transaction for the subscribed endpoints of its organisations. Returns the
 * deliveries to announce after the commit.
 * @param publicUrl the address of the installation, for links; undefined = without links
 */
export async function writeOutbox(
  { client, actor, comment, now, recorded, webhooks }: ChangeTransaction,
  publicUrl: string | undefined,
): Promise<DueDelivery[]> {
  const changes = recorded.filter(({ event }) => event !== undefined);
  if (changes.length === 0) return webhooks.due;
  const organisationIds = [...new Set(changes.map(({ organisationId }) => organisationId))];
  const subscribers = (await readSubscribers(client, organisationIds)).filter(
    ({ id }) => !webhooks.newEndpoints.has(id),
  );
  if (subscribers.length === 0) return webhooks.due;
  const segmentIds = changes.flatMap(({ event }) => (event?.kind === 'segment' ? [event.id] : []));
  const slugs = new Map(
    subscribers.map(({ organisationId, organisation }) => [organisationId, organisation]),
  );
  const toUrl: ChangeRequestUrl = (organisationId, project, number) => {
    const slug = slugs.get(organisationId);
    if (publicUrl === undefined || slug === undefined) return null;
    return publicUrl + consolePages.changeRequest(slug, project, number);
  };
  const by = { actor, ...(comment !== undefined && { comment }) };
  const events = toWebhookEvents(changes, await readSegmentUses(client, segmentIds), by, toUrl);
  return [...webhooks.due, ...(await writeDeliveries(client, subscribers, events, { now, publicUrl }))];
}

/** Reads the uses of segments after the changes of this transaction. */
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
