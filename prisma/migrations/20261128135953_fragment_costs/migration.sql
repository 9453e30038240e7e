-- AlterTable
ALTER TABLE "datafile_fragment" ADD COLUMN     "cost" INTEGER,
ADD COLUMN     "cost_version" BIGINT;

