-- AlterTable
ALTER TABLE "project" ADD COLUMN     "advice" JSON,
ADD COLUMN     "naming" JSON;

-- AlterTable
ALTER TABLE "environment" ADD COLUMN     "counted_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "feature" ADD COLUMN     "expected_until" DATE,
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'release' CONSTRAINT "feature_kind_check" CHECK ("kind" IN ('release', 'experiment', 'operational', 'permission', 'kill_switch')),
ADD COLUMN     "links" JSON NOT NULL DEFAULT '[]',
ADD COLUMN     "manager" TEXT,
ADD COLUMN     "owners" TEXT[] DEFAULT ARRAY[]::TEXT[] CONSTRAINT "feature_owners_check" CHECK ("owners" IS NOT NULL AND array_position("owners", NULL) IS NULL),
ADD COLUMN     "permanent" BOOLEAN,
ADD COLUMN     "snoozed_until" DATE,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[] CONSTRAINT "feature_tags_check" CHECK ("tags" IS NOT NULL AND array_position("tags", NULL) IS NULL);

-- AlterTable
ALTER TABLE "variable" ADD COLUMN     "constraints" JSON,
ADD COLUMN     "description" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "audit_record" ADD COLUMN     "change_id" UUID,
ADD COLUMN     "comment" TEXT;

-- CreateTable
CREATE TABLE "comment" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "audit_record_id" UUID,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluation_batch" (
    "id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "format" SMALLINT NOT NULL DEFAULT 1,
    "cells" JSON NOT NULL,
    "unknown" JSON NOT NULL,

    CONSTRAINT "evaluation_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
-- The rows of the present hour and day are updated all the time. With space left in their pages the indexes need not be.
CREATE TABLE "evaluation_rollup" (
    "environment_id" UUID NOT NULL,
    "span" TEXT NOT NULL CONSTRAINT "evaluation_rollup_span_check" CHECK ("span" IN ('hour', 'day', 'ever')),
    "variable_id" UUID NOT NULL,
    "variation_id" UUID NOT NULL,
    "reason" SMALLINT NOT NULL CONSTRAINT "evaluation_rollup_reason_check" CHECK ("reason" BETWEEN 0 AND 6),
    "asked" SMALLINT NOT NULL CONSTRAINT "evaluation_rollup_asked_check" CHECK ("asked" IN (0, 1)),
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "count" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "evaluation_rollup_pkey" PRIMARY KEY ("environment_id","span","variable_id","variation_id","reason","asked","begins_at")
) WITH (fillfactor = 60);

-- CreateTable
CREATE TABLE "unknown_key" (
    "environment_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "count" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unknown_key_pkey" PRIMARY KEY ("environment_id","key")
);

-- CreateTable
CREATE TABLE "advice_report" (
    "project_id" UUID NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,
    "verdicts" JSON NOT NULL,

    CONSTRAINT "advice_report_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "comment_audit_record_id_id_idx" ON "comment"("audit_record_id", "id");

-- CreateIndex
CREATE INDEX "evaluation_rollup_begins_at_idx" ON "evaluation_rollup"("span", "begins_at") WHERE (span <> 'ever');

-- CreateIndex
CREATE INDEX "unknown_key_last_at_idx" ON "unknown_key"("last_at");

-- CreateIndex
CREATE INDEX "audit_record_organisation_id_change_id_idx" ON "audit_record"("organisation_id", "change_id");

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_audit_record_id_fkey" FOREIGN KEY ("audit_record_id") REFERENCES "audit_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "advice_report" ADD CONSTRAINT "advice_report_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What was allowed stays so, and advice.reported is allowed as well.
-- Contracts: webhook_endpoint_events_check, unused since 0.1.0
ALTER TABLE "webhook_endpoint" DROP CONSTRAINT "webhook_endpoint_events_check", ADD CONSTRAINT "webhook_endpoint_events_check" CHECK (
  "events" IS NOT NULL AND ("events" = ARRAY['*'] OR cardinality("events") > 0 AND "events" <@ ARRAY[
    'feature.created', 'feature.updated', 'feature.archived', 'feature.deleted',
    'variation.changed', 'targeting.updated', 'member.joined', 'member.removed', 'advice.reported'
  ])
);
-- Contracts: webhook_event_type_check, unused since 0.1.0
ALTER TABLE "webhook_event" DROP CONSTRAINT "webhook_event_type_check", ADD CONSTRAINT "webhook_event_type_check" CHECK (
  "type" IN (
    'feature.created', 'feature.updated', 'feature.archived', 'feature.deleted',
    'variation.changed', 'targeting.updated', 'member.joined', 'member.removed', 'advice.reported', 'endpoint.test'
  )
);
