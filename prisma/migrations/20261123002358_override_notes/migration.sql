-- AlterTable
ALTER TABLE "override" ADD COLUMN     "created_by" TEXT,
ADD COLUMN     "note" TEXT;

-- CreateIndex
CREATE INDEX "override_environment_id_user_id_idx" ON "override"("environment_id", "user_id");

