-- AlterTable
ALTER TABLE "organisation" ADD COLUMN     "event_name_cap" INTEGER,
ADD COLUMN     "webhook_endpoint_cap" INTEGER;

-- AlterTable: users counted before have no time; a default in the same statement would give them that of the migration.
ALTER TABLE "monthly_active_user" ADD COLUMN     "counted_at" TIMESTAMPTZ(3);
ALTER TABLE "monthly_active_user" ALTER COLUMN "counted_at" SET DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "host" TEXT;

-- CreateTable
CREATE TABLE "event_name" (
    "environment_id" UUID NOT NULL,
    "name_hash" UUID NOT NULL,

    CONSTRAINT "event_name_pkey" PRIMARY KEY ("environment_id","name_hash")
);

-- AddForeignKey
ALTER TABLE "event_name" ADD CONSTRAINT "event_name_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environment"("id") ON DELETE CASCADE ON UPDATE CASCADE;
