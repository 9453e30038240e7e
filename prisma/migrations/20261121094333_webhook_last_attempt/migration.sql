-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "last_attempt_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "webhook_delivery_last_attempt_idx" ON "webhook_delivery"("webhook_endpoint_id", "last_attempt_at") WHERE (last_attempt_at IS NOT NULL);
