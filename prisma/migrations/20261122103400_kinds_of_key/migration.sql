-- AlterTable
ALTER TABLE "environment" ADD COLUMN     "allowed_origins" TEXT[] DEFAULT ARRAY['*']::TEXT[] CONSTRAINT "environment_allowed_origins_check" CHECK ("allowed_origins" IS NOT NULL AND array_position("allowed_origins", NULL) IS NULL),
ADD COLUMN     "datafile_personal_data" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "previous_signing_secret" TEXT,
ADD COLUMN     "previous_signing_secret_key_id" TEXT,
ADD COLUMN     "require_signed_users" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "signing_secret" TEXT,
ADD COLUMN     "signing_secret_created_at" TIMESTAMPTZ(3),
ADD COLUMN     "signing_secret_key_id" TEXT;

-- AlterTable
ALTER TABLE "environment_key" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'server' CONSTRAINT "environment_key_kind_check" CHECK ("kind" IN ('server', 'client', 'datafile'));

-- AlterTable
ALTER TABLE "project" ADD COLUMN     "client_by_default" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "variable" ADD COLUMN     "client" BOOLEAN NOT NULL DEFAULT false;
