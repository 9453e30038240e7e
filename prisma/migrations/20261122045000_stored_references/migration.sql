-- AlterTable
ALTER TABLE "repository_connection" ADD COLUMN     "stored_references" INTEGER;
