/**
 * How long models take to their first token, beside the latencies in the roll-ups: a sketch of the
 * same form (`core/figures/latency-sketch.ts`), made here of the LLM spans (kind 7) that are
 * stored. Buckets are logarithms, and pairs of differences of buckets and counts are written as
 * varints.
 */
export const firstTokenFigures = `
ALTER TABLE rollups ADD COLUMN first_token BLOB NOT NULL DEFAULT x'';
CREATE TEMP TABLE first_token_counts AS
SELECT h.project_id, l.level, CAST(floor(CAST(s.start_time AS REAL) / l.nanos) AS INTEGER) AS slot,
  CAST(iif(s.first_token <= 1, -1, ceil(ln(s.first_token) / ln(1.01 / 0.99))) AS INTEGER) AS bucket, count(*) AS count
FROM (SELECT 0 AS level, 60e9 AS nanos UNION ALL SELECT 1, 3600e9) l
CROSS JOIN shapes h JOIN spans s ON s.shape_id = h.id
WHERE h.kind = 7 AND s.first_token IS NOT NULL
GROUP BY 1, 2, 3, 4;
CREATE TEMP TABLE first_token_sketches AS
SELECT project_id, level, slot, unhex(group_concat(CASE WHEN value < 128 THEN printf('%02X', value)
    WHEN value < 16384 THEN printf('%02X%02X', value % 128 + 128, value / 128)
    WHEN value < 2097152 THEN printf('%02X%02X%02X', value % 128 + 128, value / 128 % 128 + 128, value / 16384)
    ELSE printf('%02X%02X%02X%02X', value % 128 + 128, value / 128 % 128 + 128, value / 16384 % 128 + 128, value / 2097152) END, '' ORDER BY bucket, part)) AS sketch
FROM (SELECT project_id, level, slot, bucket, 0 AS part, bucket - lag(bucket, 1, -1) OVER (PARTITION BY project_id, level, slot ORDER BY bucket) AS value
  FROM first_token_counts
  UNION ALL SELECT project_id, level, slot, bucket, 1, count FROM first_token_counts)
GROUP BY 1, 2, 3;
UPDATE rollups SET first_token = s.sketch FROM first_token_sketches s
WHERE s.project_id = rollups.project_id AND s.level = rollups.level AND s.slot = rollups.slot;
DROP TABLE first_token_sketches;
DROP TABLE first_token_counts;
`;
