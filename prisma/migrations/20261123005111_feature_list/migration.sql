-- CreateIndex
CREATE INDEX "audit_record_serving_idx" ON "audit_record"("organisation_id", "feature_id", "environment_id", "id") WHERE (feature_id IS NOT NULL AND environment_id IS NOT NULL);

