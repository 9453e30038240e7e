-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "environment_key" ADD COLUMN     "created_by_id" UUID,
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "name" TEXT;
