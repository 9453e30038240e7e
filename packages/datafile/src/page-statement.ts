/** Few enough that a page is garbage before the collector takes it for something that stays. */
export const fragmentsPerPage = 100;

/** A page ends with the fragment that fills it. */
export const bytesPerPage = 1024 * 1024;

/**
 * As they lie in PostgreSQL, which compresses long documents, at most to a ninetieth: what a page unpacks there is bounded
 * without unpacking anything to learn how long it is.
 */
const storedBytesPerPage = 256 * 1024;

/**
 * A longer document is not read: only its length. The settings interface accepts an eighth of it; releases before it had
 * limits accepted more, such as tens of thousands of overrides of one feature.
 */
export const longestDocumentBytes = 8 * 1024 * 1024;

const before = `(ORDER BY version, kind, entity_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

/**
 * The next fragments of an environment. Parameters: $1 environment, $2 to $4 version, kind and id after which they come.
 * `candidates` = how many there were to choose from; `bytes` = length of the document, also of one whose text is not read.
 */
export const pageStatement = (recency: string) => `
  SELECT environment.version AS environment_version, fragment.*${recency}
  FROM environment
  LEFT JOIN LATERAL (
    SELECT version, kind, entity_id, bytes, candidates,
      CASE WHEN bytes <= ${longestDocumentBytes} THEN text END AS text
    FROM (
      SELECT *, sum(least(bytes, ${longestDocumentBytes + 1})) OVER ${before} AS bytes_before
      FROM (
        SELECT *, greatest(octet_length(text), unread_bytes) AS bytes
        FROM (
          SELECT version, kind, entity_id, candidates,
            CASE WHEN stored_bytes <= ${longestDocumentBytes} THEN document::text END AS text,
            CASE WHEN stored_bytes > ${longestDocumentBytes} THEN stored_bytes END AS unread_bytes
          FROM (
            SELECT *, sum(stored_bytes) OVER ${before} AS stored_bytes_before, count(*) OVER () AS candidates
            FROM (
              SELECT version, kind, entity_id, document, pg_column_size(document) AS stored_bytes
              FROM datafile_fragment
              WHERE environment_id = environment.id AND (version, kind, entity_id) > ($2, $3, $4)
              ORDER BY version, kind, entity_id
              LIMIT ${fragmentsPerPage}) AS candidate) AS sized
          WHERE coalesce(stored_bytes_before, 0) < ${storedBytesPerPage}
          OFFSET 0) AS unpacked) AS measured) AS summed
    WHERE coalesce(bytes_before, 0) < ${bytesPerPage}) AS fragment ON true
  WHERE environment.id = $1
  ORDER BY version, kind, entity_id`;
