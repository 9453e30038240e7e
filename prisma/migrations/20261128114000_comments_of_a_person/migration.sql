-- CreateIndex
CREATE INDEX "comment_organisation_id_author_idx" ON "comment"("organisation_id", "author");
