-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "organisation" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "status" TEXT NOT NULL DEFAULT 'active',
    "mau_cap" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organisation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "provider_id" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "password_hash" TEXT,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" UUID NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "environment" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "protected" BOOLEAN NOT NULL DEFAULT false,
    "version" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "environment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "environment_key" (
    "id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "key_hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "environment_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "segment" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "any_of" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "segment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feature" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'live',
    "salt" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feature_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "variable" (
    "id" UUID NOT NULL,
    "feature_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "variable_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "variation" (
    "id" UUID NOT NULL,
    "feature_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "variation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "variation_value" (
    "variation_id" UUID NOT NULL,
    "variable_id" UUID NOT NULL,
    "feature_id" UUID NOT NULL,
    "value" JSON NOT NULL,

    CONSTRAINT "variation_value_pkey" PRIMARY KEY ("variation_id","variable_id")
);

-- CreateTable
CREATE TABLE "default_variation" (
    "environment_id" UUID NOT NULL,
    "variable_id" UUID NOT NULL,
    "variation_id" UUID NOT NULL,
    "feature_id" UUID NOT NULL,

    CONSTRAINT "default_variation_pkey" PRIMARY KEY ("environment_id","variable_id")
);

-- CreateTable
CREATE TABLE "targeting" (
    "id" UUID NOT NULL,
    "feature_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "targeting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "targeting_rule" (
    "id" UUID NOT NULL,
    "targeting_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "any_of" JSON NOT NULL,
    "schedule" JSON,
    "rollout" JSON,
    "bucket_by" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "targeting_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rule_serving" (
    "targeting_rule_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "variation_id" UUID NOT NULL,
    "weight_thousandths" INTEGER,

    CONSTRAINT "rule_serving_pkey" PRIMARY KEY ("targeting_rule_id","position")
);

-- CreateTable
CREATE TABLE "rule_segment" (
    "targeting_rule_id" UUID NOT NULL,
    "segment_id" UUID NOT NULL,

    CONSTRAINT "rule_segment_pkey" PRIMARY KEY ("targeting_rule_id","segment_id")
);

-- CreateTable
CREATE TABLE "override" (
    "environment_id" UUID NOT NULL,
    "feature_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "variation_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "override_pkey" PRIMARY KEY ("environment_id","feature_id","user_id")
);

-- CreateTable
CREATE TABLE "datafile_fragment" (
    "environment_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "entity_id" UUID NOT NULL,
    "version" BIGINT NOT NULL,
    "document" JSON,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "datafile_fragment_pkey" PRIMARY KEY ("environment_id","kind","entity_id")
);

-- CreateTable
CREATE TABLE "repository_connection" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "provider" TEXT NOT NULL DEFAULT 'github',
    "repository" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "commit_sha" TEXT,
    "snapshot_at" TIMESTAMPTZ(3),
    "snapshot_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "repository_connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "code_reference" (
    "id" UUID NOT NULL,
    "repository_connection_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "line_number" INTEGER,
    "snippet" TEXT,
    "location_hash" BYTEA NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'recorded',
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),
    "last_seen_commit_sha" TEXT,

    CONSTRAINT "code_reference_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stored_event" (
    "id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "variable_id" UUID NOT NULL,
    "variation_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "user_key" TEXT,
    "value" DOUBLE PRECISION,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "event_id" TEXT,
    "evaluation_trace_verified" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "stored_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consumed_trace" (
    "id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consumed_trace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "monthly_active_user" (
    "organisation_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "user_hash" BIGINT NOT NULL,

    CONSTRAINT "monthly_active_user_pkey" PRIMARY KEY ("organisation_id","month","user_hash")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "events" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "secret" TEXT NOT NULL,
    "secret_key_id" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "held_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "webhook_event_id" UUID NOT NULL,
    "webhook_endpoint_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" UUID NOT NULL,
    "webhook_delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "response_status" INTEGER,
    "response_body" TEXT,
    "error" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_record" (
    "id" UUID NOT NULL,
    "organisation_id" UUID NOT NULL,
    "project_id" UUID,
    "environment_id" UUID,
    "feature_id" UUID,
    "actor" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "before" JSON,
    "after" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_record_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organisation_slug_key" ON "organisation"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_account_id_idx" ON "session"("account_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "identity_account_id_idx" ON "identity"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "identity_provider_id_provider_account_id_key" ON "identity"("provider_id", "provider_account_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "verification_expires_at_idx" ON "verification"("expires_at");

-- CreateIndex
CREATE INDEX "member_account_id_idx" ON "member"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "member_organisation_id_account_id_key" ON "member"("organisation_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_invited_by_id_idx" ON "invitation"("invited_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_open_key" ON "invitation"("organisation_id", "email") WHERE (accepted_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "api_token_token_hash_key" ON "api_token"("token_hash");

-- CreateIndex
CREATE INDEX "api_token_organisation_id_idx" ON "api_token"("organisation_id");

-- CreateIndex
CREATE INDEX "api_token_created_by_id_idx" ON "api_token"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_organisation_id_slug_key" ON "project"("organisation_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "environment_project_id_slug_key" ON "environment"("project_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "environment_key_key_hash_key" ON "environment_key"("key_hash");

-- CreateIndex
CREATE INDEX "environment_key_environment_id_idx" ON "environment_key"("environment_id");

-- CreateIndex
CREATE UNIQUE INDEX "segment_project_id_slug_key" ON "segment"("project_id", "slug");

-- CreateIndex
CREATE INDEX "feature_project_id_status_slug_idx" ON "feature"("project_id", "status", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "feature_id_project_id_key" ON "feature"("id", "project_id");

-- CreateIndex
CREATE UNIQUE INDEX "feature_project_id_slug_key" ON "feature"("project_id", "slug") WHERE (status <> 'deleted');

-- CreateIndex
CREATE INDEX "variable_feature_id_idx" ON "variable"("feature_id");

-- CreateIndex
CREATE UNIQUE INDEX "variable_id_feature_id_key" ON "variable"("id", "feature_id");

-- CreateIndex
CREATE UNIQUE INDEX "variable_project_id_slug_key" ON "variable"("project_id", "slug") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "variation_id_feature_id_key" ON "variation"("id", "feature_id");

-- CreateIndex
CREATE UNIQUE INDEX "variation_feature_id_slug_key" ON "variation"("feature_id", "slug") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "variation_value_variable_id_idx" ON "variation_value"("variable_id");

-- CreateIndex
CREATE INDEX "variation_value_feature_id_idx" ON "variation_value"("feature_id");

-- CreateIndex
CREATE INDEX "default_variation_variable_id_idx" ON "default_variation"("variable_id");

-- CreateIndex
CREATE INDEX "default_variation_variation_id_idx" ON "default_variation"("variation_id");

-- CreateIndex
CREATE INDEX "default_variation_feature_id_idx" ON "default_variation"("feature_id");

-- CreateIndex
CREATE INDEX "targeting_environment_id_idx" ON "targeting"("environment_id");

-- CreateIndex
CREATE UNIQUE INDEX "targeting_feature_id_environment_id_key" ON "targeting"("feature_id", "environment_id");

-- CreateIndex
CREATE UNIQUE INDEX "targeting_rule_targeting_id_position_key" ON "targeting_rule"("targeting_id", "position");

-- CreateIndex
CREATE INDEX "rule_serving_variation_id_idx" ON "rule_serving"("variation_id");

-- CreateIndex
CREATE INDEX "rule_segment_segment_id_idx" ON "rule_segment"("segment_id");

-- CreateIndex
CREATE INDEX "override_feature_id_idx" ON "override"("feature_id");

-- CreateIndex
CREATE INDEX "override_variation_id_idx" ON "override"("variation_id");

-- CreateIndex
CREATE INDEX "datafile_fragment_environment_id_version_kind_entity_id_idx" ON "datafile_fragment"("environment_id", "version", "kind", "entity_id");

-- CreateIndex
CREATE INDEX "code_reference_repository_connection_id_key_idx" ON "code_reference"("repository_connection_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "code_reference_repository_connection_id_location_hash_key" ON "code_reference"("repository_connection_id", "location_hash");

-- CreateIndex
CREATE INDEX "stored_event_environment_id_variable_id_occurred_at_idx" ON "stored_event"("environment_id", "variable_id", "occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "stored_event_environment_id_event_id_key" ON "stored_event"("environment_id", "event_id") WHERE (event_id IS NOT NULL);

-- CreateIndex
CREATE INDEX "consumed_trace_expires_at_idx" ON "consumed_trace"("expires_at");

-- CreateIndex
CREATE INDEX "webhook_endpoint_organisation_id_idx" ON "webhook_endpoint"("organisation_id");

-- CreateIndex
CREATE INDEX "webhook_event_organisation_id_id_idx" ON "webhook_event"("organisation_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_event_id_idx" ON "webhook_delivery"("webhook_event_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_endpoint_id_id_idx" ON "webhook_delivery"("webhook_endpoint_id", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_endpoint_id_status_id_idx" ON "webhook_delivery"("webhook_endpoint_id", "status", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_due_idx" ON "webhook_delivery"("due_at") WHERE (status = 'pending');

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempt_webhook_delivery_id_number_key" ON "webhook_attempt"("webhook_delivery_id", "number");

-- CreateIndex
CREATE INDEX "audit_record_organisation_id_id_idx" ON "audit_record"("organisation_id", "id");

-- CreateIndex
CREATE INDEX "audit_record_organisation_id_project_id_id_idx" ON "audit_record"("organisation_id", "project_id", "id");

-- CreateIndex
CREATE INDEX "audit_record_organisation_id_feature_id_id_idx" ON "audit_record"("organisation_id", "feature_id", "id");

-- CreateIndex
CREATE INDEX "audit_record_organisation_id_actor_id_idx" ON "audit_record"("organisation_id", "actor", "id");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity" ADD CONSTRAINT "identity_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "account"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "environment" ADD CONSTRAINT "environment_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "environment_key" ADD CONSTRAINT "environment_key_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "segment" ADD CONSTRAINT "segment_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feature" ADD CONSTRAINT "feature_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variable" ADD CONSTRAINT "variable_feature_id_project_id_fkey" FOREIGN KEY ("feature_id", "project_id") REFERENCES "feature"("id", "project_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variation" ADD CONSTRAINT "variation_feature_id_fkey" FOREIGN KEY ("feature_id") REFERENCES "feature"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variation_value" ADD CONSTRAINT "variation_value_variation_id_feature_id_fkey" FOREIGN KEY ("variation_id", "feature_id") REFERENCES "variation"("id", "feature_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variation_value" ADD CONSTRAINT "variation_value_variable_id_feature_id_fkey" FOREIGN KEY ("variable_id", "feature_id") REFERENCES "variable"("id", "feature_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "variation_value" ADD CONSTRAINT "variation_value_feature_id_fkey" FOREIGN KEY ("feature_id") REFERENCES "feature"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_variation" ADD CONSTRAINT "default_variation_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_variation" ADD CONSTRAINT "default_variation_variable_id_feature_id_fkey" FOREIGN KEY ("variable_id", "feature_id") REFERENCES "variable"("id", "feature_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_variation" ADD CONSTRAINT "default_variation_variation_id_feature_id_fkey" FOREIGN KEY ("variation_id", "feature_id") REFERENCES "variation"("id", "feature_id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_variation" ADD CONSTRAINT "default_variation_feature_id_fkey" FOREIGN KEY ("feature_id") REFERENCES "feature"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "targeting" ADD CONSTRAINT "targeting_feature_id_fkey" FOREIGN KEY ("feature_id") REFERENCES "feature"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "targeting" ADD CONSTRAINT "targeting_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "targeting_rule" ADD CONSTRAINT "targeting_rule_targeting_id_fkey" FOREIGN KEY ("targeting_id") REFERENCES "targeting"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_serving" ADD CONSTRAINT "rule_serving_targeting_rule_id_fkey" FOREIGN KEY ("targeting_rule_id") REFERENCES "targeting_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_serving" ADD CONSTRAINT "rule_serving_variation_id_fkey" FOREIGN KEY ("variation_id") REFERENCES "variation"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_segment" ADD CONSTRAINT "rule_segment_targeting_rule_id_fkey" FOREIGN KEY ("targeting_rule_id") REFERENCES "targeting_rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_segment" ADD CONSTRAINT "rule_segment_segment_id_fkey" FOREIGN KEY ("segment_id") REFERENCES "segment"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "override" ADD CONSTRAINT "override_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "override" ADD CONSTRAINT "override_feature_id_fkey" FOREIGN KEY ("feature_id") REFERENCES "feature"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "override" ADD CONSTRAINT "override_variation_id_feature_id_fkey" FOREIGN KEY ("variation_id", "feature_id") REFERENCES "variation"("id", "feature_id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "datafile_fragment" ADD CONSTRAINT "datafile_fragment_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repository_connection" ADD CONSTRAINT "repository_connection_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "code_reference" ADD CONSTRAINT "code_reference_repository_connection_id_fkey" FOREIGN KEY ("repository_connection_id") REFERENCES "repository_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_event_id_fkey" FOREIGN KEY ("webhook_event_id") REFERENCES "webhook_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_endpoint_id_fkey" FOREIGN KEY ("webhook_endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_webhook_delivery_id_fkey" FOREIGN KEY ("webhook_delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ─────────────────────────────────────────────────────────────────────────────
-- What Prisma has no words for, by hand.
-- ─────────────────────────────────────────────────────────────────────────────

-- Slugs: stored lower-cased. The pattern holds no capital letter.
ALTER TABLE "organisation" ADD CONSTRAINT "organisation_slug_check" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]{0,99}$');
ALTER TABLE "project" ADD CONSTRAINT "project_slug_check" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]{0,99}$');
ALTER TABLE "environment" ADD CONSTRAINT "environment_slug_check" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]{0,99}$');
ALTER TABLE "segment" ADD CONSTRAINT "segment_slug_check" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]{0,99}$');
ALTER TABLE "feature" ADD CONSTRAINT "feature_slug_check" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]{0,99}$');
ALTER TABLE "variable" ADD CONSTRAINT "variable_slug_check" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]{0,99}$');
ALTER TABLE "variation" ADD CONSTRAINT "variation_slug_check" CHECK ("slug" ~ '^[a-z0-9][a-z0-9._-]{0,99}$');

-- Organisations and people
ALTER TABLE "organisation" ADD CONSTRAINT "organisation_plan_check" CHECK ("plan" IN ('free', 'starter', 'business', 'enterprise'));
ALTER TABLE "organisation" ADD CONSTRAINT "organisation_status_check" CHECK ("status" IN ('active', 'suspended', 'inactive'));
ALTER TABLE "organisation" ADD CONSTRAINT "organisation_mau_cap_check" CHECK ("mau_cap" >= 0);
ALTER TABLE "account" ADD CONSTRAINT "account_email_check" CHECK ("email" = lower("email") AND length("email") BETWEEN 3 AND 320);
ALTER TABLE "member" ADD CONSTRAINT "member_role_check" CHECK ("role" IN ('viewer', 'member', 'admin', 'owner'));
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_email_check" CHECK ("email" = lower("email") AND length("email") BETWEEN 3 AND 320);
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role_check" CHECK ("role" IN ('viewer', 'member', 'admin', 'owner'));
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_token_hash_check" CHECK ("token_hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_token_hash_check" CHECK ("token_hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_last_four_check" CHECK (length("last_four") = 4);
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_scopes_check" CHECK ("scopes" IS NOT NULL AND cardinality("scopes") > 0 AND "scopes" <@ ARRAY['code_references', 'settings']);

-- Projects and environments
ALTER TABLE "environment" ADD CONSTRAINT "environment_version_check" CHECK ("version" >= 0);
ALTER TABLE "environment_key" ADD CONSTRAINT "environment_key_key_hash_check" CHECK ("key_hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "environment_key" ADD CONSTRAINT "environment_key_last_four_check" CHECK (length("last_four") = 4);
ALTER TABLE "segment" ADD CONSTRAINT "segment_any_of_check" CHECK (json_typeof("any_of") = 'array');

-- Features and what they serve
ALTER TABLE "feature" ADD CONSTRAINT "feature_status_check" CHECK ("status" IN ('live', 'complete', 'archived', 'deleted'));
ALTER TABLE "feature" ADD CONSTRAINT "feature_salt_check" CHECK ("salt" <> '');
ALTER TABLE "variable" ADD CONSTRAINT "variable_type_check" CHECK ("type" IN ('boolean', 'number', 'string', 'json'));
ALTER TABLE "variation" ADD CONSTRAINT "variation_position_check" CHECK ("position" >= 0);
ALTER TABLE "targeting_rule" ADD CONSTRAINT "targeting_rule_position_check" CHECK ("position" >= 0);
ALTER TABLE "targeting_rule" ADD CONSTRAINT "targeting_rule_any_of_check" CHECK (json_typeof("any_of") = 'array');
ALTER TABLE "targeting_rule" ADD CONSTRAINT "targeting_rule_schedule_check" CHECK (json_typeof("schedule") = 'object');
ALTER TABLE "targeting_rule" ADD CONSTRAINT "targeting_rule_rollout_check" CHECK (json_typeof("rollout") = 'object');
-- Prisma makes every list nullable.
ALTER TABLE "targeting_rule" ADD CONSTRAINT "targeting_rule_bucket_by_check" CHECK ("bucket_by" IS NOT NULL AND array_position("bucket_by", NULL) IS NULL);
ALTER TABLE "rule_serving" ADD CONSTRAINT "rule_serving_position_check" CHECK ("position" >= 0);
ALTER TABLE "rule_serving" ADD CONSTRAINT "rule_serving_weight_thousandths_check" CHECK ("weight_thousandths" BETWEEN 0 AND 100000);
-- Bounded, because the primary key is an index and an index entry ends at 2,704 bytes.
ALTER TABLE "override" ADD CONSTRAINT "override_user_id_check" CHECK (length("user_id") BETWEEN 1 AND 500);
ALTER TABLE "datafile_fragment" ADD CONSTRAINT "datafile_fragment_kind_check" CHECK ("kind" IN ('feature', 'segment', 'access'));
ALTER TABLE "datafile_fragment" ADD CONSTRAINT "datafile_fragment_version_check" CHECK ("version" > 0);
ALTER TABLE "datafile_fragment" ADD CONSTRAINT "datafile_fragment_document_check" CHECK (json_typeof("document") = 'object');

-- Code references
ALTER TABLE "repository_connection" ADD CONSTRAINT "repository_connection_provider_check" CHECK ("provider" IN ('github', 'gitlab', 'bitbucket'));
ALTER TABLE "repository_connection" ADD CONSTRAINT "repository_connection_repository_check" CHECK ("repository" LIKE '_%/%_' AND length("repository") <= 500);
ALTER TABLE "repository_connection" ADD CONSTRAINT "repository_connection_snapshot_hash_check" CHECK (octet_length("snapshot_hash") = 32);
-- Names compare without case (decisions §4).
CREATE UNIQUE INDEX "repository_connection_name_key" ON "repository_connection"("project_id", "provider", lower("repository"));
ALTER TABLE "code_reference" ADD CONSTRAINT "code_reference_key_check" CHECK ("key" = lower("key") AND length("key") BETWEEN 1 AND 500);
ALTER TABLE "code_reference" ADD CONSTRAINT "code_reference_file_check" CHECK (length("file") BETWEEN 1 AND 1024);
ALTER TABLE "code_reference" ADD CONSTRAINT "code_reference_line_number_check" CHECK ("line_number" >= 1);
ALTER TABLE "code_reference" ADD CONSTRAINT "code_reference_snippet_check" CHECK (length("snippet") <= 500);
ALTER TABLE "code_reference" ADD CONSTRAINT "code_reference_location_hash_check" CHECK (octet_length("location_hash") = 32);
ALTER TABLE "code_reference" ADD CONSTRAINT "code_reference_state_check" CHECK ("state" IN ('recorded', 'stale') AND ("state" = 'stale') = ("last_seen_at" IS NOT NULL));

-- Events and monthly active users
ALTER TABLE "stored_event" ADD CONSTRAINT "stored_event_event_check" CHECK (btrim("event") <> '');
ALTER TABLE "stored_event" ADD CONSTRAINT "stored_event_event_id_check" CHECK (length("event_id") BETWEEN 1 AND 200);
-- NaN sorts above infinity, so this leaves finite numbers.
ALTER TABLE "stored_event" ADD CONSTRAINT "stored_event_value_check" CHECK ("value" > '-Infinity' AND "value" < 'Infinity');
ALTER TABLE "monthly_active_user" ADD CONSTRAINT "monthly_active_user_month_check" CHECK (extract(day FROM "month") = 1);

-- Webhooks
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_events_check" CHECK (
  "events" IS NOT NULL AND ("events" = ARRAY['*'] OR cardinality("events") > 0 AND "events" <@ ARRAY[
    'feature.created', 'feature.updated', 'feature.archived', 'feature.deleted',
    'variation.changed', 'targeting.updated', 'member.joined', 'member.removed'
  ])
);
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_secret_check" CHECK ("secret" <> '');
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_type_check" CHECK (
  "type" IN (
    'feature.created', 'feature.updated', 'feature.archived', 'feature.deleted',
    'variation.changed', 'targeting.updated', 'member.joined', 'member.removed', 'endpoint.test'
  )
);
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_status_check" CHECK ("status" IN ('pending', 'delivered', 'failed'));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_due_at_check" CHECK (("status" = 'pending') = ("due_at" IS NOT NULL));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_finished_at_check" CHECK (("status" = 'pending') = ("finished_at" IS NULL));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_attempt_count_check" CHECK ("attempt_count" >= 0);
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_number_check" CHECK ("number" >= 1);
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_duration_ms_check" CHECK ("duration_ms" >= 0);
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_response_body_check" CHECK (length("response_body") <= 4096);

-- Audit
ALTER TABLE "audit_record" ADD CONSTRAINT "audit_record_source_check" CHECK ("source" IN ('session', 'api_token', 'staff', 'import', 'bootstrap'));

-- Uses of one part of a project by another: looked at when the transaction commits, because PostgreSQL cascades level
-- by level, and when a whole project goes, the used one goes before its user.
ALTER TABLE "default_variation" ALTER CONSTRAINT "default_variation_variation_id_feature_id_fkey" DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "override" ALTER CONSTRAINT "override_variation_id_feature_id_fkey" DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "rule_serving" ALTER CONSTRAINT "rule_serving_variation_id_fkey" DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "rule_segment" ALTER CONSTRAINT "rule_segment_segment_id_fkey" DEFERRABLE INITIALLY DEFERRED;
