-- AlterTable
ALTER TABLE "webhook_attempt" ADD COLUMN     "request_headers" JSON;

-- CreateIndex
CREATE INDEX "webhook_event_organisation_id_type_id_idx" ON "webhook_event"("organisation_id", "type", "id");

