-- CreateIndex
CREATE INDEX "variation_feature_id_idx" ON "variation"("feature_id");
