/** The SQL of a snapshot, in the order in which it runs. */

/** Enough memory to sort a hundred thousand rows, and limits for waiting. */
export const settings = `
  SELECT set_config('work_mem', '64MB', true), set_config('lock_timeout', '60s', true),
    set_config('statement_timeout', '120s', true)`;

/** The lock prevents the deletion of the project until the snapshot is stored. */
export const lockProjectOf = `
  SELECT id FROM project WHERE organisation_id = $1 AND slug = $2 FOR KEY SHARE`;

/** Serialises the connecting of repositories of a project, so that two of them cannot both be the last within the limit. */
export const lockConnections = `SELECT pg_advisory_xact_lock(hashtextextended('repository_connection ' || $1::text, 0))`;

export const countConnections = `
  SELECT count(*)::int AS count FROM repository_connection WHERE project_id = $1`;

export const connect = `
  INSERT INTO repository_connection (id, project_id, provider, repository, branch, commit_sha)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (project_id, provider, lower(repository)) DO NOTHING`;

export const lockConnection = `
  SELECT id, snapshot_at AS "snapshotAt", commit_sha AS "commitSha", snapshot_hash AS "snapshotHash",
    stored_references AS "storedReferences"
  FROM repository_connection
  WHERE project_id = $1 AND provider = $2 AND lower(repository) = lower($3)
  FOR NO KEY UPDATE`;

/** The time of the snapshot, by the clock of the database and under the lock, so that later snapshots have later times. */
export const captureTime = 'SELECT clock_timestamp() AS "capturedAt"';

export const createReceived = `
  CREATE TEMPORARY TABLE received (key text, file text, line_number integer, snippet text) ON COMMIT DROP`;

/** Reads the rows of `createReferenceRows`. */
export const copyReceived = 'COPY received (key, file, line_number, snippet) FROM STDIN (FORMAT binary)';

/** Keeps the first of several references that are the same (decisions §4). */
export const createSnapshot = `
  CREATE TEMPORARY TABLE snapshot ON COMMIT DROP AS
  SELECT DISTINCT ON (location_hash) *
  FROM (
    SELECT ctid AS position, received.*, sha256(
      convert_to(key, 'UTF8') || '\\x00' || convert_to(file, 'UTF8') || '\\x00'
      || convert_to(coalesce(line_number::text, ''), 'UTF8')
    ) AS location_hash
    FROM received
  ) AS located
  ORDER BY location_hash, position`;

/** References that are not in this snapshot were last seen in the one before. */
export const staleAbsent = `
  UPDATE code_reference
  SET state = 'stale', last_seen_at = coalesce($2::timestamptz, first_seen_at), last_seen_commit_sha = $3
  WHERE repository_connection_id = $1 AND state = 'recorded'
    AND NOT EXISTS (SELECT FROM snapshot WHERE snapshot.location_hash = code_reference.location_hash)`;

/**
 * Writes new references, those that reappear, and those whose snippet changed; it does not touch the others. Ids are the UUIDv7 $2
 * with a counter in the last 48 bits, so that they are ascending and the index grows at its end.
 */
export const recordPresent = `
  INSERT INTO code_reference
    (id, repository_connection_id, key, file, line_number, snippet, location_hash, first_seen_at)
  SELECT (left($2, 24) || lpad(to_hex(row_number() OVER ()), 12, '0'))::uuid, $1, key, file, line_number,
    snapshot.snippet, location_hash, $3
  FROM snapshot
  LEFT JOIN (
    SELECT location_hash, snippet FROM code_reference WHERE repository_connection_id = $1 AND state = 'recorded'
  ) AS recorded USING (location_hash)
  WHERE recorded.location_hash IS NULL OR recorded.snippet IS DISTINCT FROM snapshot.snippet
  ON CONFLICT (repository_connection_id, location_hash) DO UPDATE
  SET state = 'recorded', snippet = excluded.snippet, last_seen_at = NULL, last_seen_commit_sha = NULL`;

export const countReferences = `
  SELECT count(*)::int AS count FROM code_reference WHERE repository_connection_id = $1`;

/** The references of all repositories of the organisation, as they were counted last. */
export const sumReferences = `
  SELECT coalesce(sum(stored_references), 0)::float8 AS count
  FROM repository_connection JOIN project ON project.id = project_id WHERE organisation_id = $1`;

/** The present number: retention may have removed some since they were counted. */
export const countAllReferences = `
  SELECT count(*)::float8 AS count
  FROM project JOIN repository_connection AS connection ON connection.project_id = project.id
  JOIN code_reference ON repository_connection_id = connection.id
  WHERE organisation_id = $1`;

export const recordCount = 'UPDATE repository_connection SET stored_references = $2 WHERE id = $1';

export const recordSnapshot = `
  UPDATE repository_connection
  SET repository = $2, branch = $3, commit_sha = $4, snapshot_hash = $5, snapshot_at = $6
  WHERE id = $1`;

export const unknownKeys = `
  SELECT key
  FROM unnest($2::text[]) AS key
  WHERE NOT EXISTS (
    SELECT FROM variable WHERE project_id = $1 AND deleted_at IS NULL AND slug = key
  )
  ORDER BY key COLLATE "C"`;
