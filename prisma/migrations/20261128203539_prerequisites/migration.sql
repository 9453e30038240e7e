-- CreateTable
CREATE TABLE "targeting_prerequisite" (
    "targeting_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "variable_id" UUID NOT NULL,

    CONSTRAINT "targeting_prerequisite_pkey" PRIMARY KEY ("targeting_id","position"),
    CONSTRAINT "targeting_prerequisite_position_check" CHECK ("position" >= 0)
);

-- CreateTable
CREATE TABLE "prerequisite_variation" (
    "targeting_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,
    "variation_id" UUID NOT NULL,

    CONSTRAINT "prerequisite_variation_pkey" PRIMARY KEY ("targeting_id","position","rank"),
    CONSTRAINT "prerequisite_variation_rank_check" CHECK ("rank" >= 0)
);

-- CreateIndex
CREATE INDEX "targeting_prerequisite_variable_id_idx" ON "targeting_prerequisite"("variable_id");

-- CreateIndex
CREATE INDEX "prerequisite_variation_variation_id_idx" ON "prerequisite_variation"("variation_id");

-- AddForeignKey
ALTER TABLE "targeting_prerequisite" ADD CONSTRAINT "targeting_prerequisite_targeting_id_fkey" FOREIGN KEY ("targeting_id") REFERENCES "targeting"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "targeting_prerequisite" ADD CONSTRAINT "targeting_prerequisite_variable_id_fkey" FOREIGN KEY ("variable_id") REFERENCES "variable"("id") ON DELETE NO ACTION ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;

-- AddForeignKey
ALTER TABLE "prerequisite_variation" ADD CONSTRAINT "prerequisite_variation_targeting_id_position_fkey" FOREIGN KEY ("targeting_id", "position") REFERENCES "targeting_prerequisite"("targeting_id", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prerequisite_variation" ADD CONSTRAINT "prerequisite_variation_variation_id_fkey" FOREIGN KEY ("variation_id") REFERENCES "variation"("id") ON DELETE NO ACTION ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED;

