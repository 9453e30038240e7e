-- CreateTable
CREATE TABLE "applied_document" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "digest" TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "applied_document_pkey" PRIMARY KEY ("id")
);
