-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_due_idx" ON "webhook_delivery"("webhook_endpoint_id", "due_at", "id") WHERE (status = 'pending');

-- CreateIndex
CREATE INDEX "webhook_delivery_leased_idx" ON "webhook_delivery"("webhook_endpoint_id") WHERE (leased_until IS NOT NULL);
