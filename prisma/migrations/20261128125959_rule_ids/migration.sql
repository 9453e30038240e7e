-- AlterTable
ALTER TABLE "targeting_rule" ADD COLUMN     "rule_id" UUID;

