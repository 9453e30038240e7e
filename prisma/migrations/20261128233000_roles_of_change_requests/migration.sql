-- AlterTable
ALTER TABLE "change_request" ADD COLUMN     "max_role" TEXT;
