-- AlterTable
ALTER TABLE "account" ADD COLUMN "proven_to_id" UUID;

-- AlterTable
ALTER TABLE "api_token" ADD COLUMN "created_by_token_id" UUID;

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN "invited_by_token_id" UUID;

-- AlterTable
ALTER TABLE "organisation" ADD COLUMN "created_by_id" UUID;

-- CreateIndex
CREATE INDEX "organisation_created_by_id_idx" ON "organisation"("created_by_id");

-- The check that was there knew no scope "members". The new one permits more, so whatever the release before writes passes it.
-- Contracts: api_token_scopes_check, unused since 0.1.0
ALTER TABLE "api_token" DROP CONSTRAINT "api_token_scopes_check", ADD CONSTRAINT "api_token_scopes_check" CHECK ("scopes" IS NOT NULL AND cardinality("scopes") > 0 AND "scopes" <@ ARRAY['code_references', 'settings', 'members']);
