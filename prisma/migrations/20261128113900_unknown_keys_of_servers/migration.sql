-- AlterTable
ALTER TABLE "unknown_key" ADD COLUMN     "server_last_at" TIMESTAMPTZ(3);

-- Nobody knows any more which of them were asked for with client keys: all stay as they are.
UPDATE "unknown_key" SET "server_last_at" = "last_at";
