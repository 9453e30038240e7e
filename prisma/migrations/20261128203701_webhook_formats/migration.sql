ALTER TABLE "webhook_endpoint" ADD COLUMN "format" TEXT NOT NULL DEFAULT 'bunting' CONSTRAINT "webhook_endpoint_format_check" CHECK ("format" IN ('bunting', 'slack', 'teams'));

-- What was allowed stays so, and the kinds of change requests are allowed as well. NOT VALID: the stored rows passed a narrower check, and
-- reading them all would lock the tables.
-- Contracts: webhook_endpoint_events_check, unused since 0.1.0
ALTER TABLE "webhook_endpoint" DROP CONSTRAINT "webhook_endpoint_events_check", ADD CONSTRAINT "webhook_endpoint_events_check" CHECK (
  "events" IS NOT NULL AND ("events" = ARRAY['*'] OR cardinality("events") > 0 AND "events" <@ ARRAY[
    'feature.created', 'feature.updated', 'feature.archived', 'feature.deleted',
    'variation.changed', 'targeting.updated', 'member.joined', 'member.removed',
    'change_request.opened', 'change_request.reviewed', 'change_request.applied', 'change_request.failed',
    'change_request.closed', 'advice.reported'
  ])
) NOT VALID;
-- Contracts: webhook_event_type_check, unused since 0.1.0
ALTER TABLE "webhook_event" DROP CONSTRAINT "webhook_event_type_check", ADD CONSTRAINT "webhook_event_type_check" CHECK (
  "type" IN (
    'feature.created', 'feature.updated', 'feature.archived', 'feature.deleted',
    'variation.changed', 'targeting.updated', 'member.joined', 'member.removed',
    'change_request.opened', 'change_request.reviewed', 'change_request.applied', 'change_request.failed',
    'change_request.closed', 'advice.reported', 'endpoint.test'
  )
) NOT VALID;
