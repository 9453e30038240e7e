-- AlterTable
ALTER TABLE "organisation" ADD COLUMN     "environment_cap" INTEGER,
ADD COLUMN     "stored_mebibytes_cap" INTEGER;

