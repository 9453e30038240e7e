-- AlterTable
ALTER TABLE "session" ADD COLUMN     "last_seen_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "last_seen_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "environment" ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0;


-- The order in which environments were listed until now.
UPDATE "environment" SET "position" = placed.place FROM (
    SELECT "id", row_number() OVER (PARTITION BY "project_id" ORDER BY "slug") - 1 AS place FROM "environment"
) AS placed
WHERE "environment"."id" = placed."id" AND placed.place > 0;
