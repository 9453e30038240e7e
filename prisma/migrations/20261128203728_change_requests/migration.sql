-- AlterTable
ALTER TABLE "project" ADD COLUMN     "last_change_request" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "audit_record" ADD COLUMN     "change_request" INTEGER;

-- AlterTable
ALTER TABLE "comment" ADD COLUMN     "change_request_id" UUID;

-- CreateTable
CREATE TABLE "change_request" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "author" TEXT NOT NULL,
    "contributors" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "reviewers" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "revision" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL DEFAULT 'open',
    "closed_as" TEXT,
    "records" JSON NOT NULL,
    "names" JSON NOT NULL,
    "feature_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "environment_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "conflicts" JSON,
    "apply_at" TIMESTAMPTZ(3),
    "when_approved" BOOLEAN NOT NULL DEFAULT false,
    "within_minutes" INTEGER NOT NULL DEFAULT 60,
    "after_id" UUID,
    "failure" JSON,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),
    "applied_by" TEXT,
    "change_id" UUID,

    CONSTRAINT "change_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "change_request_verdict" (
    "change_request_id" UUID NOT NULL,
    "author" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "comment" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_request_verdict_pkey" PRIMARY KEY ("change_request_id","author")
);

-- CreateIndex
CREATE INDEX "change_request_open_idx" ON "change_request"("project_id", "number") WHERE (status = 'open');

-- CreateIndex
CREATE INDEX "change_request_due_idx" ON "change_request"("apply_at") WHERE (status = 'open' AND apply_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "change_request_status_updated_at_idx" ON "change_request"("status", "updated_at");

-- CreateIndex
CREATE INDEX "change_request_after_id_idx" ON "change_request"("after_id");

-- CreateIndex
CREATE UNIQUE INDEX "change_request_project_id_number_key" ON "change_request"("project_id", "number");

-- CreateIndex
CREATE INDEX "comment_change_request_id_id_idx" ON "comment"("change_request_id", "id");

-- Contracts: comment_change_request_id_fkey, unused since 0.1.0
-- The release before does not know the column: the key refuses nothing that it writes.
ALTER TABLE "comment" ADD CONSTRAINT "comment_change_request_id_fkey" FOREIGN KEY ("change_request_id") REFERENCES "change_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_request" ADD CONSTRAINT "change_request_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_request" ADD CONSTRAINT "change_request_after_id_fkey" FOREIGN KEY ("after_id") REFERENCES "change_request"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_request_verdict" ADD CONSTRAINT "change_request_verdict_change_request_id_fkey" FOREIGN KEY ("change_request_id") REFERENCES "change_request"("id") ON DELETE CASCADE ON UPDATE CASCADE;

