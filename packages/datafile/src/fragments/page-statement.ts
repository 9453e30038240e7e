import { limits } from '@bunting/evaluator';

/** Few enough that a page is collected as young garbage. */
export const fragmentsPerPage = 100;

/** A page ends with the fragment that fills it. */
export const bytesPerPage = 1024 * 1024;

/**
 * Limits what PostgreSQL decompresses for a page without decompressing documents to learn their length: stored bytes, multiplied for
 * compressed documents, which may be ninety times as long.
 */
const weightPerPage = 1024 * 1024;
const compressedWeight = 8;

/**
 * Only the length of a longer document is read. The management API accepts an eighth of it; releases without limits accepted
 * more, such as tens of thousands of overrides of one feature.
 */
export const maxDocumentBytes = limits.readFragmentLength;

const before = `(ORDER BY version, kind, entity_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

/**
 * Reads the next fragments of an environment. Parameters: $1 environment, $2 to $4 version, kind and id of the fragment before.
 * `candidates` = fragments that follow, at most those of a page; `bytes` = length of the document, also of one whose text is not read.
 */
export const pageStatement = (recency: string) => `
  SELECT environment.version AS environment_version, fragment.*${recency}
  FROM environment
  LEFT JOIN LATERAL (
    SELECT version, kind, entity_id, bytes, candidates,
      CASE WHEN bytes <= ${maxDocumentBytes} THEN document::text END AS text
    FROM (
      SELECT *, sum(least(bytes, ${maxDocumentBytes})) OVER ${before} AS bytes_before
      FROM (
        SELECT version, kind, entity_id, document, candidates,
          CASE WHEN stored_bytes > ${maxDocumentBytes} THEN stored_bytes ELSE octet_length(document::text) END AS bytes
        FROM (
          SELECT *, count(*) OVER () AS candidates,
            sum(stored_bytes * CASE WHEN pg_column_compression(document) IS NULL THEN 1 ELSE ${compressedWeight} END) OVER ${before} AS weight_before
          FROM (
            SELECT version, kind, entity_id, document, pg_column_size(document) AS stored_bytes
            FROM datafile_fragment
            WHERE environment_id = environment.id AND (version, kind, entity_id) > ($2, $3, $4)
            ORDER BY version, kind, entity_id
            LIMIT ${fragmentsPerPage}) AS candidate) AS sized
        WHERE coalesce(weight_before, 0) < ${weightPerPage}) AS measured) AS summed
    WHERE coalesce(bytes_before, 0) < ${bytesPerPage}) AS fragment ON true
  WHERE environment.id = $1
  ORDER BY version, kind, entity_id`;
