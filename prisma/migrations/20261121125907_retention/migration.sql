-- CreateTable
CREATE TABLE "monthly_usage" (
    "organisation_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "user_count" INTEGER NOT NULL,

    CONSTRAINT "monthly_usage_pkey" PRIMARY KEY ("organisation_id","month")
);

-- CreateIndex
CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

-- CreateIndex
CREATE INDEX "datafile_fragment_tombstone_idx" ON "datafile_fragment"("written_at") WHERE (document IS NULL);

-- CreateIndex
CREATE INDEX "code_reference_stale_idx" ON "code_reference"("last_seen_at") WHERE (state = 'stale');

-- CreateIndex
CREATE INDEX "event_rollup_begins_at_idx" ON "event_rollup"("begins_at") WHERE (span <> 'ever');

-- CreateIndex
CREATE INDEX "webhook_delivery_finished_idx" ON "webhook_delivery"("finished_at") WHERE (finished_at IS NOT NULL);

ALTER TABLE "monthly_usage" ADD CONSTRAINT "monthly_usage_month_check" CHECK (extract(day FROM "month") = 1);
