-- AlterTable
ALTER TABLE "environment" ADD COLUMN     "approvers" TEXT NOT NULL DEFAULT 'admin',
ADD COLUMN     "comment_required" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "required_approvals" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "without_approval" TEXT NOT NULL DEFAULT 'switch_off';

