-- An event_id is unique by way of its receipt: stored_event itself keeps no unique key but its id, so that it can be cut
-- into ranges of time (ADR 9).
-- DropIndex
DROP INDEX "stored_event_environment_id_event_id_key";

-- CreateTable
CREATE TABLE "event_receipt" (
    "key" UUID NOT NULL,

    CONSTRAINT "event_receipt_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "event_batch" (
    "first_id" UUID NOT NULL,
    "last_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,

    CONSTRAINT "event_batch_pkey" PRIMARY KEY ("first_id")
);
