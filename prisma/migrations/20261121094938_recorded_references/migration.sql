-- CreateIndex
CREATE INDEX "code_reference_recorded_idx" ON "code_reference"("repository_connection_id", "key") WHERE (state = 'recorded');

-- Keys are lower-cased by the service, as the evaluator does it. What PostgreSQL's lower() makes of letters beyond ASCII
-- depends on the database's locale and version, and must not refuse a snapshot.
ALTER TABLE "code_reference" DROP CONSTRAINT "code_reference_key_check";
ALTER TABLE "code_reference" ADD CONSTRAINT "code_reference_key_check" CHECK ("key" = lower("key" COLLATE "C") AND length("key") BETWEEN 1 AND 500);
