/**
 * Builds fragments from rows, in one SQL statement for any number of features, segments and environments. The documents have
 * exactly the shape of `FeatureFragment` and `SegmentFragment` of @bunting/evaluator, and `AccessFragment`
 * (../fragments). `row_to_json` writes members in the order of the select list without white space, and `json` (not `jsonb`)
 * columns byte for byte as they are stored.
 *
 * Parameters of every part, all lists of ids: $1 features, $2 segments, $3 environments that are written whole,
 * $4 environments whose access fragment is written, $5 all of these environments, $6 all features that are written in any of them
 * (`wantedFeaturesStatement`), $7 and $8 features and environments, pair by pair, in which alone the feature is written. PostgreSQL sees the ids when it plans, and how often each of them occurs.
 */

/** Parameters: $1 features, $2 environments that are written whole. One row for each feature. */
export const selectedFeaturesStatement = `
  SELECT unnest($1::uuid[]) AS id
  UNION SELECT feature.id FROM feature JOIN environment USING (project_id) WHERE environment.id = ANY ($2)`;

/** One row per wanted feature. The parts that are the same in all environments are built once. */
const wantedFeatures = `
  SELECT feature.id, feature.project_id, feature.slug, feature.status, feature.salt,
    array_to_json(ARRAY(
      SELECT row_to_json(entry) FROM (
        SELECT variation.id, variation.slug,
          array_to_json(ARRAY(
            SELECT variation_value.value
            FROM variable
            LEFT JOIN variation_value
              ON variation_value.variation_id = variation.id AND variation_value.variable_id = variable.id
            WHERE variable.feature_id = feature.id AND variable.deleted_at IS NULL
            ORDER BY variable.id)) AS "values"
        FROM variation
        WHERE variation.feature_id = feature.id AND variation.deleted_at IS NULL
        ORDER BY variation.position, variation.id) AS entry)) AS variations
  FROM feature
  WHERE feature.id = ANY ($6)`;

/**
 * The overrides of all wanted features, in one pass. One feature may have most of the overrides, and PostgreSQL would plan a look-up
 * per feature for the average number and read the whole table each time. `ORDER BY` follows the table's key, so that
 * nothing has to be sorted.
 */
const featureOverrides = `
  SELECT override.environment_id, override.feature_id,
    json_object_agg(override.user_id, variation.slug ORDER BY override.user_id) AS overrides
  FROM override
  JOIN variation ON variation.id = override.variation_id
  WHERE override.environment_id = ANY ($5) AND override.feature_id = ANY ($6)
  GROUP BY override.environment_id, override.feature_id`;

/** Only client variables have the member `client`, so that the documents of all others stay as they are. */
const variables = `
  array_to_json(ARRAY(
    SELECT CASE WHEN entry.client
      THEN (SELECT row_to_json(marked) FROM (SELECT entry.id, entry.slug, entry.default_variation, true AS client) AS marked)
      ELSE (SELECT row_to_json(other) FROM (SELECT entry.id, entry.slug, entry.default_variation) AS other) END
    FROM (
      SELECT variable.id, variable.slug, variation.slug AS default_variation, variable.client
      FROM variable
      LEFT JOIN default_variation
        ON default_variation.environment_id = environment.id AND default_variation.variable_id = variable.id
      LEFT JOIN variation ON variation.id = default_variation.variation_id
      WHERE variable.feature_id = feature.id AND variable.deleted_at IS NULL
      ORDER BY variable.id) AS entry))`;

/** Weights are stored in thousandths of a per cent and served in per cent: 33333 → 33.333. */
const serve = `
  (SELECT row_to_json(entry) FROM (
    SELECT
      min(variation.slug) FILTER (WHERE rule_serving.weight_thousandths IS NULL) AS variation,
      array_to_json(array_agg(
        json_build_object(
          'variation', variation.slug,
          'weight', trim_scale(rule_serving.weight_thousandths / 1000.0))
        ORDER BY rule_serving.position
      ) FILTER (WHERE rule_serving.weight_thousandths IS NOT NULL)) AS split,
      nullif(targeting_rule.bucket_by, '{}') AS bucket_by
    FROM rule_serving
    JOIN variation ON variation.id = rule_serving.variation_id
    WHERE rule_serving.targeting_rule_id = targeting_rule.id) AS entry)`;

/** Null = none. */
const prerequisites = `
  (SELECT json_agg(row_to_json(prerequisite)) FROM (
    SELECT variable.slug AS variable, ARRAY(
      SELECT variation.slug FROM prerequisite_variation AS named JOIN variation ON variation.id = named.variation_id
      WHERE named.targeting_id = entry.targeting_id AND named.position = entry.position
      ORDER BY named.rank) AS variations
    FROM targeting_prerequisite AS entry JOIN variable ON variable.id = entry.variable_id
    WHERE entry.targeting_id = targeting.id
    ORDER BY entry.position) AS prerequisite)`;

/**
 * No null in a rule has a meaning, so stripping nulls leaves exactly the members that are set. Only targeting with prerequisites has their
 * member, so that the documents of all others stay as they are.
 */
const targeting = `
  (SELECT CASE WHEN entry.prerequisites IS NULL
    THEN (SELECT row_to_json(other) FROM (SELECT entry.enabled, entry.rules) AS other)
    ELSE row_to_json(entry) END FROM (
    SELECT targeting.enabled, ${prerequisites} AS prerequisites,
      array_to_json(ARRAY(
        SELECT json_strip_nulls(row_to_json(rule)) FROM (
          SELECT targeting_rule.name, nullif(targeting_rule.enabled, true) AS enabled, targeting_rule.any_of,
            targeting_rule.schedule, targeting_rule.rollout, ${serve} AS serve
          FROM targeting_rule
          WHERE targeting_rule.targeting_id = targeting.id
          ORDER BY targeting_rule.position) AS rule)) AS rules
    FROM targeting
    WHERE targeting.feature_id = feature.id AND targeting.environment_id = environment.id) AS entry)`;

/** A deleted feature leaves a tombstone. An archived one stays, because ingest still accepts its events. */
const featureFragments = `
  SELECT environment.id AS environment_id, 'feature' AS kind, feature.id AS entity_id,
    CASE WHEN feature.status <> 'deleted' THEN
      (SELECT row_to_json(document) FROM (
        SELECT feature.id, feature.slug, feature.status, feature.salt, ${variables} AS variables,
          feature.variations, ${targeting} AS targeting, coalesce(own.overrides, '{}') AS overrides) AS document)
    END AS document
  FROM wanted_feature AS feature
  JOIN environment ON environment.project_id = feature.project_id
  LEFT JOIN feature_override AS own ON own.environment_id = environment.id AND own.feature_id = feature.id
  WHERE environment.id = ANY ($5) AND (feature.id = ANY ($1) OR environment.id = ANY ($3)
    OR (feature.id, environment.id) IN (SELECT * FROM unnest($7::uuid[], $8::uuid[])))`;

const segmentFragments = `
  SELECT environment.id, 'segment', segment.id,
    (SELECT row_to_json(document) FROM (SELECT segment.id, segment.slug, segment.any_of) AS document)
  FROM environment
  JOIN segment ON segment.project_id = environment.project_id
  WHERE environment.id = ANY ($5) AND (segment.id = ANY ($2) OR environment.id = ANY ($3))`;

/** Returns SQL for the hashes of an environment's keys of certain kinds that are not revoked. */
const keyHashes = (kinds: string) => `
  ARRAY(
    SELECT environment_key.key_hash FROM environment_key
    WHERE environment_key.environment_id = environment.id AND environment_key.revoked_at IS NULL
      AND environment_key.kind IN (${kinds})
    ORDER BY environment_key.id)`;

/** Null unless users must be signed, so that secrets that nobody asks for are in no copy. */
const signedUsers = `
  CASE WHEN environment.require_signed_users THEN
    (SELECT row_to_json(entry) FROM (
      SELECT array_to_json(ARRAY(
        SELECT row_to_json(secret) FROM (VALUES
          (environment.signing_secret, environment.signing_secret_key_id),
          (environment.previous_signing_secret, environment.previous_signing_secret_key_id)) AS secret (text, key_id)
        WHERE secret.text IS NOT NULL)) AS secrets) AS entry)
  END`;

const accessFragments = `
  SELECT environment.id, 'access', environment.id,
    (SELECT row_to_json(document) FROM (
      SELECT
        (SELECT row_to_json(entry) FROM (
          SELECT organisation.id, organisation.slug, organisation.status, organisation.plan,
            organisation.mau_cap) AS entry) AS organisation,
        (SELECT row_to_json(entry) FROM (SELECT project.id, project.slug) AS entry) AS project,
        (SELECT row_to_json(entry) FROM (SELECT environment.id, environment.slug) AS entry) AS environment,
        ${keyHashes(`'server', 'datafile'`)} AS key_hashes,
        ${keyHashes(`'client'`)} AS client_key_hashes,
        ${keyHashes(`'datafile'`)} AS datafile_key_hashes,
        environment.allowed_origins, ${signedUsers} AS signed_users,
        environment.datafile_personal_data) AS document)
  FROM environment
  JOIN project ON project.id = environment.project_id
  JOIN organisation ON organisation.id = project.organisation_id
  WHERE environment.id = ANY ($4)`;

/** Tombstones of stored fragments whose rows are deleted. */
const deletedFragments = `
  SELECT environment_id, kind, entity_id, NULL::json
  FROM datafile_fragment
  WHERE document IS NOT NULL
    AND (environment_id, kind, entity_id) IN (
      SELECT environment_id, 'segment', segment_id FROM unnest($5) AS environment_id, unnest($2) AS segment_id
      UNION
      SELECT environment_id, kind, entity_id FROM datafile_fragment WHERE environment_id = ANY ($3))
    AND CASE kind
      WHEN 'feature' THEN NOT EXISTS (SELECT FROM feature WHERE feature.id = entity_id)
      WHEN 'segment' THEN NOT EXISTS (SELECT FROM segment WHERE segment.id = entity_id)
    END`;

/**
 * Builds the fragments, selects those whose text differs from the stored one, gives each environment that has any its next version
 * and stores them under it. Returns the environments that changed, with their new versions and the bytes of all their documents;
 * null if the bytes of the previous version are unknown.
 */
export const writeFragmentsStatement = `
  WITH wanted_feature AS MATERIALIZED (${wantedFeatures}),
  feature_override AS MATERIALIZED (${featureOverrides}),
  fragment AS MATERIALIZED (
    ${featureFragments} UNION ALL ${segmentFragments} UNION ALL ${accessFragments} UNION ALL ${deletedFragments}),
  changed AS MATERIALIZED (
    SELECT fragment.*, coalesce(octet_length(fragment.document::text), 0)
      - coalesce(octet_length(stored.document::text), 0) AS added_bytes
    FROM fragment
    LEFT JOIN datafile_fragment AS stored USING (environment_id, kind, entity_id)
    WHERE stored.document::text IS DISTINCT FROM fragment.document::text),
  grown AS (
    SELECT environment_id, sum(added_bytes)::bigint AS added_bytes FROM changed GROUP BY environment_id),
  bumped AS (
    UPDATE environment
    SET version = version + 1, stored_bytes_version = version + 1,
      stored_bytes = added_bytes + CASE version WHEN 0 THEN 0 WHEN stored_bytes_version THEN stored_bytes END
    FROM grown WHERE environment.id = grown.environment_id
    RETURNING id, version, stored_bytes, added_bytes),
  written AS (
    INSERT INTO datafile_fragment AS stored (environment_id, kind, entity_id, version, document, written_at)
    SELECT changed.environment_id, changed.kind, changed.entity_id, bumped.version, changed.document, now()
    FROM changed JOIN bumped ON bumped.id = changed.environment_id
    ON CONFLICT (environment_id, kind, entity_id) DO UPDATE
      SET version = excluded.version, document = excluded.document, written_at = excluded.written_at)
  SELECT id AS environment_id, version, stored_bytes, added_bytes FROM bumped ORDER BY id`;

/** Counts the bytes of environments that were last written by a release that does not count them. Parameters: $1 environments. */
export const countBytesStatement = `
  UPDATE environment
  SET stored_bytes = (
    SELECT coalesce(sum(octet_length(document::text)), 0) FROM datafile_fragment WHERE environment_id = environment.id)
  WHERE id = ANY ($1::uuid[])
  RETURNING id, stored_bytes`;
