-- CreateIndex
CREATE INDEX "audit_record_organisation_id_action_id_idx" ON "audit_record"("organisation_id", "action", "id");
