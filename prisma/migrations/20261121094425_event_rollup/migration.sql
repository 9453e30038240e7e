-- CreateTable
CREATE TABLE "event_rollup" (
    "environment_id" UUID NOT NULL,
    "variable_id" UUID NOT NULL,
    "variation_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "span" TEXT NOT NULL,
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "event_count" BIGINT NOT NULL,
    "verified_count" BIGINT NOT NULL,
    "value_count" BIGINT NOT NULL,
    "value_sum" DECIMAL NOT NULL,
    "value_square_sum" DECIMAL NOT NULL,
    "user_count" INTEGER NOT NULL,
    "users" BYTEA NOT NULL,

    CONSTRAINT "event_rollup_span_check" CHECK (span IN ('hour', 'day', 'ever')),
    CONSTRAINT "event_rollup_pkey" PRIMARY KEY ("environment_id","span","variable_id","variation_id","event","begins_at")
);

-- CreateTable
CREATE TABLE "event_user" (
    "environment_id" UUID NOT NULL,
    "user_hash" UUID NOT NULL,
    "number" INTEGER NOT NULL,

    CONSTRAINT "event_user_pkey" PRIMARY KEY ("environment_id","user_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "event_user_environment_id_number_key" ON "event_user"("environment_id", "number");
