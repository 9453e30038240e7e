-- AlterTable
ALTER TABLE "environment" ADD COLUMN     "stored_bytes" BIGINT,
ADD COLUMN     "stored_bytes_version" BIGINT;
