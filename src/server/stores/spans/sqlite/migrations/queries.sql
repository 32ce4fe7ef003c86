INSERT INTO spans (id, trace_number, span_id, parent_span_id, shape_id, start_time, duration, payload_bytes, tokens_prompt, tokens_completion, tokens_total, tokens_cache_read, tokens_cache_write, tokens_reasoning, tokens_audio, cost_usd, document_count, user_id, error_message, name, model_name, model_provider, first_token) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (trace_number, span_id) DO NOTHING;

INSERT OR IGNORE INTO spans (id, trace_number, span_id, parent_span_id, shape_id, start_time, duration, payload_bytes, tokens_prompt, tokens_completion, tokens_total, tokens_cache_read, tokens_cache_write, tokens_reasoning, tokens_audio, cost_usd, document_count, user_id, error_message, name, model_name, model_provider, first_token)
SELECT :firstId + r.start / 266, CAST(substr(:rows, r.start + 8, 12) AS INTEGER), substr(:rows, r.start + 20, 8), CASE WHEN r.flags & 1 THEN substr(:rows, r.start + 28, 8) END, CAST(substr(:rows, r.start + 36, 10) AS INTEGER), :base + CAST(substr(:rows, r.start + 46, 17) AS INTEGER), CAST(substr(:rows, r.start + 63, 17) AS INTEGER), CAST(substr(:rows, r.start + 80, 10) AS INTEGER), CASE WHEN r.flags & 2 THEN CAST(substr(:rows, r.start + 90, 10) AS INTEGER) END, CASE WHEN r.flags & 4 THEN CAST(substr(:rows, r.start + 100, 10) AS INTEGER) END, CASE WHEN r.flags & 8 THEN CAST(substr(:rows, r.start + 110, 10) AS INTEGER) END, CASE WHEN r.flags & 16 THEN CAST(substr(:rows, r.start + 120, 10) AS INTEGER) END, CASE WHEN r.flags & 32 THEN CAST(substr(:rows, r.start + 130, 10) AS INTEGER) END, CASE WHEN r.flags & 64 THEN CAST(substr(:rows, r.start + 140, 10) AS INTEGER) END, CASE WHEN r.flags & 128 THEN CAST(substr(:rows, r.start + 150, 10) AS INTEGER) END, CASE WHEN r.flags & 256 THEN CAST(CAST(substr(:rows, r.start + 160, 16) AS INTEGER) AS REAL) / (1 << CAST(substr(:rows, r.start + 176, 2) AS INTEGER)) / (1 << CAST(substr(:rows, r.start + 178, 2) AS INTEGER)) END, CASE WHEN r.flags & 512 THEN CAST(substr(:rows, r.start + 180, 10) AS INTEGER) END, CASE WHEN r.flags & 1024 THEN CASE WHEN r.flags & 2048 THEN CAST(substr(:texts, CAST(substr(:rows, r.start + 190, 6) AS INTEGER) + 1, CAST(substr(:rows, r.start + 196, 6) AS INTEGER)) AS TEXT) ELSE '' END END, CASE WHEN r.flags & 4096 THEN CASE WHEN r.flags & 8192 THEN CAST(substr(:texts, CAST(substr(:rows, r.start + 202, 6) AS INTEGER) + 1, CAST(substr(:rows, r.start + 208, 6) AS INTEGER)) AS TEXT) ELSE '' END END, CASE WHEN r.flags & 16384 THEN CASE WHEN r.flags & 32768 THEN CAST(substr(:texts, CAST(substr(:rows, r.start + 214, 6) AS INTEGER) + 1, CAST(substr(:rows, r.start + 220, 6) AS INTEGER)) AS TEXT) ELSE '' END END, CASE WHEN r.flags & 65536 THEN CASE WHEN r.flags & 131072 THEN CAST(substr(:texts, CAST(substr(:rows, r.start + 226, 6) AS INTEGER) + 1, CAST(substr(:rows, r.start + 232, 6) AS INTEGER)) AS TEXT) ELSE '' END END, CASE WHEN r.flags & 262144 THEN CASE WHEN r.flags & 524288 THEN CAST(substr(:texts, CAST(substr(:rows, r.start + 238, 6) AS INTEGER) + 1, CAST(substr(:rows, r.start + 244, 6) AS INTEGER)) AS TEXT) ELSE '' END END, CASE WHEN r.flags & 1048576 THEN CAST(substr(:rows, r.start + 250, 17) AS INTEGER) END
FROM (SELECT start, CAST(substr(:rows, start + 1, 7) AS INTEGER) AS flags FROM temp.staged_rows WHERE start < :limit ORDER BY start LIMIT -1) r;

SELECT id, trace_number, hex(span_id), hex(parent_span_id), shape_id, start_time / 1000000000, start_time % 1000000000,
  duration / 1000000000, duration % 1000000000, tokens_prompt, tokens_completion, tokens_total, tokens_cache_read, tokens_cache_write,
  tokens_reasoning, tokens_audio, cost_usd, document_count, user_id, error_message, name, model_name, model_provider, repeats, first_token FROM spans WHERE id = ?;
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid=?)

SELECT id, trace_number, hex(span_id), hex(parent_span_id), shape_id, start_time / 1000000000, start_time % 1000000000,
  duration / 1000000000, duration % 1000000000, tokens_prompt, tokens_completion, tokens_total, tokens_cache_read, tokens_cache_write,
  tokens_reasoning, tokens_audio, cost_usd, document_count, user_id, error_message, name, model_name, model_provider, repeats, first_token FROM spans WHERE id BETWEEN ? AND ?;
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)

SELECT t.id, hex(t.trace_id), t.project_id, t.user_id, z.session_id
FROM traces t
JOIN projects p ON p.id = t.project_id
LEFT JOIN sessions z ON z.id = t.session_number
WHERE t.id = +?;
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN

WITH RECURSIVE every_run(run) AS
  (SELECT max(id) >> 14 FROM traces UNION ALL SELECT run - 1 FROM every_run WHERE run > 0)
SELECT t.id FROM every_run CROSS JOIN traces t INDEXED BY traces_by_id ON t.id >> 14 = +every_run.run AND t.trace_id = +? LIMIT 1;
-- CO-ROUTINE every_run
-- SETUP
-- SEARCH traces
-- RECURSIVE STEP
-- SCAN every_run
-- SCAN every_run
-- SEARCH t USING COVERING INDEX traces_by_id (<expr>=? AND trace_id=?)

SELECT run, min(start_min), max(start_max) FROM span_runs
WHERE project_id IN (SELECT value FROM json_each(?)) AND start_max >= ? AND start_min <= ? GROUP BY run;
-- SEARCH span_runs USING PRIMARY KEY (project_id=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR GROUP BY

SELECT zone, min(start_min), max(start_max) FROM zones
WHERE project_id IN (SELECT value FROM json_each(?)) AND zone BETWEEN ? AND ? AND start_max >= ? AND start_min <= ? GROUP BY zone;
-- SEARCH zones USING PRIMARY KEY (project_id=? AND zone>? AND zone<?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR GROUP BY

SELECT id FROM shapes WHERE project_id IN (SELECT value FROM json_each(?)) AND span_count > 0;
-- SEARCH shapes USING INDEX shapes_by_project (project_id=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:

SELECT start_min FROM zones WHERE project_id = ? AND start_max >= ? AND start_min < ? ORDER BY start_min DESC;
-- SEARCH zones USING PRIMARY KEY (project_id=?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT coalesce(
    (SELECT iif(first_id + span_count > w.id, block, NULL) FROM block_runs WHERE first_id <= w.id ORDER BY first_id DESC LIMIT 1),
    (SELECT first_id FROM blocks WHERE first_id <= w.id ORDER BY first_id DESC LIMIT 1)) FROM (SELECT ? AS id) w;
-- CO-ROUTINE w
-- SCAN CONSTANT ROW
-- SCAN w
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH block_runs USING INTEGER PRIMARY KEY (rowid<?)
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH blocks USING INTEGER PRIMARY KEY (rowid<?)

SELECT frame FROM blocks WHERE first_id = ?;
-- SEARCH blocks USING INTEGER PRIMARY KEY (rowid=?)

WITH w(low, high) AS (VALUES (?, ?))
    SELECT block FROM w CROSS JOIN block_runs
    WHERE first_id BETWEEN coalesce((SELECT max(first_id) FROM block_runs WHERE first_id <= w.low), w.low) AND w.high
      AND first_id + span_count > w.low
    UNION SELECT first_id FROM w CROSS JOIN blocks
    WHERE first_id BETWEEN coalesce((SELECT max(first_id) FROM blocks WHERE first_id <= w.low), w.low) AND w.high
      AND first_id + span_count > w.low;
-- MERGE (UNION)
-- LEFT
-- MATERIALIZE w
-- SCAN CONSTANT ROW
-- SCAN w
-- SEARCH block_runs USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH block_runs USING INTEGER PRIMARY KEY (rowid<?)
-- USE TEMP B-TREE FOR ORDER BY
-- RIGHT
-- SCAN w
-- SEARCH blocks USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- CORRELATED SCALAR SUBQUERY 4
-- SEARCH blocks USING INTEGER PRIMARY KEY (rowid<?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT first_id, span_count FROM block_runs WHERE block = ? AND first_id BETWEEN ? AND ? ORDER BY first_id;
-- SEARCH block_runs USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)

SELECT span_count FROM blocks WHERE first_id = ?;
-- SEARCH blocks USING INTEGER PRIMARY KEY (rowid=?)

SELECT id, start_time, shape_id FROM spans WHERE id = ?;
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid=?)

SELECT id, start_time, shape_id FROM spans WHERE id BETWEEN ? AND ?;
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)

SELECT last_id, first_id, list, words FROM block_words WHERE part = ? AND last_id >= ? AND last_id < ? ORDER BY last_id;
-- SEARCH block_words USING PRIMARY KEY (part=? AND last_id>? AND last_id<?)

SELECT last_id, first_id, list, words FROM block_words WHERE part = ? AND last_id = ? AND first_id = ?;
-- SEARCH block_words USING PRIMARY KEY (part=? AND last_id=? AND first_id=?)

SELECT first_id FROM blocks_without_words w;
-- SCAN w

SELECT max(id) FROM spans;
-- SEARCH spans

SELECT max(id) FROM word_lists;
-- SEARCH word_lists

SELECT hashes FROM word_lists WHERE id = ?;
-- SEARCH word_lists USING INTEGER PRIMARY KEY (rowid=?)

SELECT 1 FROM word_lists WHERE id = ?;
-- SEARCH word_lists USING INTEGER PRIMARY KEY (rowid=?)

SELECT trace_number FROM spans WHERE id = ?;
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid=?)

SELECT t.id, t.start_time FROM spans s JOIN traces t ON t.id = s.trace_number WHERE s.id = ?;
-- SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)

SELECT session_number FROM traces WHERE id = ?;
-- SEARCH traces USING INTEGER PRIMARY KEY (rowid=?)

SELECT w.first_id FROM blocks_without_words w INDEXED BY blocks_to_index
WHERE w.level = 3 AND w.first_id NOT IN (SELECT first_id FROM damaged_blocks) ORDER BY w.first_id LIMIT 64;
-- SCAN w USING COVERING INDEX blocks_to_index
-- USING ROWID SEARCH ON TABLE damaged_blocks FOR IN-OPERATOR

SELECT r.context_id, r.first_slot, r.last_slot, r.first_time, c.resource_bytes FROM service_runs r
  JOIN projects p ON p.id = r.project_id JOIN contexts c ON c.id = r.context_id
  WHERE r.project_id = +? AND r.last_slot >= ? AND r.first_slot <= ?
  ORDER BY r.first_slot DESC LIMIT 20000;
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH r USING PRIMARY KEY (project_id=?)
-- SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT 1 FROM rollups WHERE project_id = ? AND level = 0 AND slot >= ? AND slot < ? LIMIT 1;
-- SEARCH rollups USING PRIMARY KEY (project_id=? AND level=? AND slot>? AND slot<?)

SELECT min((SELECT user_id FROM traces INDEXED BY traces_by_user WHERE id >> 14 = +runs.run AND project_id = runs.project_id
  AND user_id >= +? ORDER BY user_id LIMIT 1)) FROM trace_runs runs WHERE runs.project_id = +?;
-- SEARCH runs USING PRIMARY KEY (project_id=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH traces USING COVERING INDEX traces_by_user (<expr>=? AND project_id=? AND user_id>?)

SELECT min((SELECT user_id FROM traces INDEXED BY traces_by_user WHERE id >> 14 = +runs.run AND project_id = runs.project_id
  AND user_id > +? ORDER BY user_id LIMIT 1)) FROM trace_runs runs WHERE runs.project_id = +?;
-- SEARCH runs USING PRIMARY KEY (project_id=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH traces USING COVERING INDEX traces_by_user (<expr>=? AND project_id=? AND user_id>?)

SELECT z.session_id FROM
  (SELECT id, session_id, project_id FROM sessions WHERE session_id >= ? AND session_id < ? ORDER BY session_id LIMIT 5000) z
  WHERE z.project_id = ? AND EXISTS (SELECT 1 FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number WHERE runs.session_number = z.id AND t.project_id = z.project_id) LIMIT ?;
-- CO-ROUTINE z
-- SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (session_id>? AND session_id<?)
-- SCAN z
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)

SELECT z.session_id FROM
  (SELECT id, session_id, project_id FROM sessions WHERE project_id = ? ORDER BY end_time DESC LIMIT 2000) z
  WHERE instr(folded(z.session_id), ?) > 0 AND EXISTS (SELECT 1 FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number WHERE runs.session_number = z.id AND t.project_id = z.project_id) LIMIT ?;
-- CO-ROUTINE z
-- SEARCH sessions USING INDEX sessions_by_end (project_id=?)
-- SCAN z
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)

SELECT run, start_min, start_max FROM span_runs WHERE project_id = ? AND start_max >= ? AND start_min <= ?;
-- SEARCH span_runs USING PRIMARY KEY (project_id=?)

SELECT s.id FROM shape_runs r
CROSS JOIN spans s INDEXED BY spans_by_run ON s.id >> 17 = +r.run AND s.shape_id = r.shape_id
WHERE r.shape_id = ? AND r.start_max >= ? AND r.start_min <= ? AND s.start_time >= ? AND s.start_time <= ?;
-- SEARCH r USING PRIMARY KEY (shape_id=?)
-- SEARCH s USING COVERING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>? AND start_time<?)

SELECT start_time, id FROM spans INDEXED BY spans_by_run WHERE id >> 17 = ? AND shape_id = ? AND (start_time, id) <= (?, ?) ORDER BY start_time DESC, id DESC LIMIT ?;
-- SEARCH spans USING COVERING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time<?)

SELECT start_time, id FROM spans INDEXED BY spans_by_run WHERE id >> 17 = ? AND shape_id = ? AND (start_time, id) >= (?, ?) ORDER BY start_time, id LIMIT ?;
-- SEARCH spans USING COVERING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>?)

SELECT run, start_min, start_max FROM shape_runs WHERE shape_id = ? AND start_max >= ? AND start_min <= ?;
-- SEARCH shape_runs USING PRIMARY KEY (shape_id=?)

SELECT zone FROM zones WHERE project_id = ? AND zone <= ? AND start_max >= ? AND start_min <= ? ORDER BY zone DESC LIMIT ?;
-- SEARCH zones USING PRIMARY KEY (project_id=? AND zone<?)

SELECT z.id, z.project_id, z.session_id, min(t.start_time) AS start_time, max(t.end_time) AS end_time,
  (SELECT user_id FROM traces WHERE id = (SELECT t.id FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number
   WHERE runs.session_number = z.id AND t.user_id IS NOT NULL ORDER BY t.start_time LIMIT 1)) AS user_id,
  count(*) AS trace_count, sum(t.error_count > 0) AS error_trace_count, sum(t.prompt_tokens) AS prompt_tokens,
  sum(t.completion_tokens) AS completion_tokens, sum(t.cost_usd) AS cost_usd
FROM (SELECT * FROM sessions WHERE id = +?) z
JOIN projects p ON p.id = z.project_id
CROSS JOIN session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number AND runs.session_number = z.id
WHERE EXISTS (SELECT 1 FROM projects q WHERE q.id = t.project_id)
GROUP BY z.id;
-- SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)
-- SEARCH q EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH traces USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING INDEX traces_by_session (<expr>=? AND session_number=?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT
  (SELECT root_span FROM traces WHERE id = (SELECT t.id FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number WHERE runs.session_number = +? ORDER BY t.start_time ASC, t.id ASC LIMIT 1)) AS first_root,
  (SELECT root_span FROM traces WHERE id = (SELECT t.id FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number WHERE runs.session_number = +? ORDER BY t.start_time DESC, t.id DESC LIMIT 1)) AS last_root,
  (SELECT t.end_time - t.start_time AS duration FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number WHERE runs.session_number = +? ORDER BY duration
   LIMIT 1 OFFSET (SELECT max(0, count(*) - 1) / 2 FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number WHERE runs.session_number = +?)) AS median;
-- SCAN CONSTANT ROW
-- SCALAR SUBQUERY 2
-- SEARCH traces USING INTEGER PRIMARY KEY (rowid=?)
-- SCALAR SUBQUERY 1
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCALAR SUBQUERY 4
-- SEARCH traces USING INTEGER PRIMARY KEY (rowid=?)
-- SCALAR SUBQUERY 3
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCALAR SUBQUERY 6
-- SCALAR SUBQUERY 5
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT s.end_time AS value, s.id FROM sessions s INDEXED BY sessions_by_end
WHERE s.project_id = +? AND s.session_id IS NOT NULL AND s.end_time >= +? AND s.start_time < +?
AND s.end_time <= +? AND (s.end_time, s.id) <= (+?, +?)
ORDER BY s.end_time DESC, s.id DESC LIMIT ?;
-- SEARCH s USING INDEX sessions_by_end (project_id=? AND end_time>? AND end_time<?)

SELECT s.start_time AS value, s.id FROM sessions s INDEXED BY sessions_by_start
WHERE s.project_id = +? AND s.session_id IS NOT NULL AND s.end_time >= +? AND s.start_time < +?
AND s.start_time >= +? AND (s.start_time, s.id) >= (+?, +?)
ORDER BY s.start_time, s.id LIMIT ?;
-- SEARCH s USING INDEX sessions_by_start (project_id=? AND start_time>? AND start_time<?)

SELECT t.session_number FROM trace_runs runs
CROSS JOIN traces t INDEXED BY traces_by_user ON t.id >> 14 = +runs.run AND t.project_id = runs.project_id
WHERE runs.project_id = +? AND t.user_id = +? AND t.session_number IS NOT NULL LIMIT ?;
-- SEARCH runs USING PRIMARY KEY (project_id=?)
-- SEARCH t USING INDEX traces_by_user (<expr>=? AND project_id=? AND user_id=?)

SELECT count(*) FROM shape_runs r
CROSS JOIN spans s INDEXED BY spans_by_run ON s.id >> 17 = +r.run AND s.shape_id = r.shape_id WHERE r.shape_id = ? AND r.start_max >= ? AND r.start_min < ? AND s.start_time >= ? AND s.start_time < ?;
-- SEARCH r USING PRIMARY KEY (shape_id=?)
-- SEARCH s USING COVERING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>? AND start_time<?)

SELECT s.shape_id, s.name, count(*) AS count FROM trace_runs runs
CROSS JOIN traces t INDEXED BY traces_by_start ON t.id >> 14 = +runs.run AND t.project_id = runs.project_id
CROSS JOIN spans s ON s.id = t.root_span
WHERE runs.project_id = ? AND runs.start_max >= ? AND runs.start_min < ? AND t.start_time >= ? AND t.start_time < ? GROUP BY s.shape_id, s.name;
-- SEARCH runs USING PRIMARY KEY (project_id=?)
-- SEARCH t USING INDEX traces_by_start (<expr>=? AND project_id=? AND start_time>? AND start_time<?)
-- SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR GROUP BY

SELECT start_time FROM spans INDEXED BY spans_by_run WHERE id >> 17 = ? AND shape_id = ? AND start_time >= ? AND start_time < ? ORDER BY start_time DESC LIMIT 1 OFFSET ?;
-- SEARCH spans USING COVERING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>? AND start_time<?)

SELECT max((SELECT start_time FROM spans INDEXED BY spans_by_run WHERE id >> 17 = +r.run AND shape_id = r.shape_id
  AND start_time >= ? AND start_time < ? ORDER BY start_time DESC LIMIT 1 OFFSET ?))
FROM shape_runs r WHERE r.shape_id = ? AND r.start_max >= ? AND r.start_min < ?;
-- SEARCH r USING PRIMARY KEY (shape_id=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH spans USING COVERING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>? AND start_time<?)

SELECT run, start_max FROM shape_runs WHERE shape_id = ? AND start_max >= ? AND start_min < ? ORDER BY start_max DESC;
-- SEARCH shape_runs USING PRIMARY KEY (shape_id=?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT count(DISTINCT s.trace_number) FROM shape_runs r
CROSS JOIN spans s INDEXED BY spans_by_run ON s.id >> 17 = +r.run AND s.shape_id = r.shape_id
CROSS JOIN traces t ON t.id = s.trace_number
WHERE r.shape_id IN (SELECT value FROM json_each(?)) AND r.start_max >= ? AND s.start_time >= ? AND t.start_time >= ? AND t.start_time < ?;
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SEARCH r USING PRIMARY KEY (shape_id=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH s USING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>?)
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)

SELECT t.user_id, t.session_number FROM trace_runs runs
CROSS JOIN traces t INDEXED BY traces_by_start ON t.id >> 14 = +runs.run AND t.project_id = runs.project_id
WHERE runs.project_id = ? AND runs.start_max >= ? AND runs.start_min < ? AND t.start_time >= ? AND t.start_time < ?;
-- SEARCH runs USING PRIMARY KEY (project_id=?)
-- SEARCH t USING INDEX traces_by_start (<expr>=? AND project_id=? AND start_time>? AND start_time<?)

SELECT count(*) FROM trace_runs runs
CROSS JOIN traces t INDEXED BY traces_by_start ON t.id >> 14 = +runs.run AND t.project_id = runs.project_id
WHERE runs.project_id = ? AND runs.start_max >= ? AND runs.start_min < ? AND t.start_time >= ? AND t.start_time < ?;
-- SEARCH runs USING PRIMARY KEY (project_id=?)
-- SEARCH t USING COVERING INDEX traces_by_start (<expr>=? AND project_id=? AND start_time>? AND start_time<?)

SELECT count(*) FROM trace_runs runs
CROSS JOIN traces t INDEXED BY traces_with_errors ON t.id >> 14 = +runs.run AND t.project_id = runs.project_id
WHERE runs.project_id = ? AND t.error_count > 0 AND runs.start_max >= ? AND runs.start_min < ? AND t.start_time >= ? AND t.start_time < ?;
-- SEARCH runs USING PRIMARY KEY (project_id=?)
-- SEARCH t USING INDEX traces_with_errors (<expr>=? AND project_id=? AND start_time>? AND start_time<?)

SELECT CASE WHEN s.user_id IS NULL THEN -s.trace_number WHEN s.user_id = '' THEN s.trace_number
  ELSE s.trace_number || ' ' || s.user_id END
FROM shape_runs r
CROSS JOIN spans s INDEXED BY spans_by_run ON s.id >> 17 = +r.run AND s.shape_id = r.shape_id
WHERE r.shape_id = ? AND r.start_max >= ? AND r.start_min < ? AND s.start_time >= ? AND s.start_time < ?;
-- SEARCH r USING PRIMARY KEY (shape_id=?)
-- SEARCH s USING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>? AND start_time<?)

SELECT id, user_id, session_number FROM traces WHERE id BETWEEN ? AND ?;
-- SEARCH traces USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)

SELECT count(*) FROM (SELECT 1 FROM annotations a INDEXED BY annotations_by_name WHERE a.project_id = +? AND a.target_kind = +? LIMIT 50001);
-- CO-ROUTINE (subquery-1)
-- SEARCH a USING COVERING INDEX annotations_by_name (project_id=? AND target_kind=?)
-- SCAN (subquery-1)

SELECT n.name, j.* FROM (SELECT a.name_id, a.label, count(DISTINCT a.target_number) AS targets,
    count(a.score) AS scores, total(a.score) AS score_sum
  FROM annotations a INDEXED BY annotations_by_name CROSS JOIN traces t ON t.id = a.target_number
  WHERE a.project_id = ? AND a.target_kind = ? AND t.project_id = a.project_id AND t.start_time >= ? AND t.start_time < ?
  GROUP BY a.name_id, a.label) j JOIN annotation_names n ON n.id = j.name_id;
-- CO-ROUTINE j
-- SEARCH a USING COVERING INDEX annotations_by_name (project_id=? AND target_kind=?)
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN j
-- SEARCH n USING INTEGER PRIMARY KEY (rowid=?)

SELECT n.name, j.* FROM (SELECT a.name_id, a.label, count(DISTINCT a.target_number) AS targets,
    count(a.score) AS scores, total(a.score) AS score_sum
  FROM annotations a INDEXED BY annotations_by_name CROSS JOIN spans s ON s.id = a.target_number CROSS JOIN traces t ON t.id = s.trace_number
  WHERE a.project_id = ? AND a.target_kind = ? AND t.project_id = a.project_id AND s.start_time >= ? AND s.start_time < ?
  GROUP BY a.name_id, a.label) j JOIN annotation_names n ON n.id = j.name_id;
-- CO-ROUTINE j
-- SEARCH a USING COVERING INDEX annotations_by_name (project_id=? AND target_kind=?)
-- SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SCAN j
-- SEARCH n USING INTEGER PRIMARY KEY (rowid=?)

SELECT a.name_id, count(DISTINCT a.target_number) AS targets,
    count(DISTINCT CASE WHEN a.score IS NOT NULL THEN a.target_number END) AS scored
  FROM annotations a INDEXED BY annotations_by_name CROSS JOIN traces t ON t.id = a.target_number
  WHERE a.project_id = ? AND a.target_kind = ? AND t.project_id = a.project_id AND t.start_time >= ? AND t.start_time < ?
  GROUP BY a.name_id;
-- SEARCH a USING COVERING INDEX annotations_by_name (project_id=? AND target_kind=?)
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR count(DISTINCT)
-- USE TEMP B-TREE FOR count(DISTINCT)

SELECT a.name_id, count(DISTINCT a.target_number) AS targets,
    count(DISTINCT CASE WHEN a.score IS NOT NULL THEN a.target_number END) AS scored
  FROM annotations a INDEXED BY annotations_by_name CROSS JOIN spans s ON s.id = a.target_number CROSS JOIN traces t ON t.id = s.trace_number
  WHERE a.project_id = ? AND a.target_kind = ? AND t.project_id = a.project_id AND s.start_time >= ? AND s.start_time < ?
  GROUP BY a.name_id;
-- SEARCH a USING COVERING INDEX annotations_by_name (project_id=? AND target_kind=?)
-- SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR count(DISTINCT)
-- USE TEMP B-TREE FOR count(DISTINCT)

SELECT (SELECT coalesce(CAST(sum(t.cost_usd) * 1e9 + 0.5 AS INTEGER), -1) FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number WHERE runs.session_number = s.id) AS value, s.id FROM sessions s NOT INDEXED
WHERE s.id BETWEEN ? AND ? AND s.project_id = ? AND s.session_id IS NOT NULL AND s.end_time >= ? AND s.start_time < ?
AND s.trace_count >= ? AND s.error_count >= ? AND CAST(cost_sum - (2 * trace_count + 1 + abs(cost_sum) / 1e12) AS INTEGER) <= ?
ORDER BY value, s.id;
-- SEARCH s USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT s.trace_count AS value, s.id FROM sessions s NOT INDEXED
WHERE s.id BETWEEN ? AND ? AND s.project_id = ? AND s.session_id IS NOT NULL AND s.end_time >= ? AND s.start_time < ?
AND s.trace_count >= ? AND s.error_count >= ? AND s.trace_count >= ?
ORDER BY value DESC, s.id DESC;
-- SEARCH s USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT zone, duration_max AS best FROM session_zones
WHERE project_id = ? AND end_max >= ? AND start_min < ? AND traces_max >= ? AND errors_max >= ?
ORDER BY best DESC, zone DESC;
-- SEARCH session_zones USING PRIMARY KEY (project_id=?)
-- USE TEMP B-TREE FOR ORDER BY

INSERT INTO session_zones (project_id, zone, start_min, end_max, duration_min, duration_max, traces_min, traces_max, errors_min, errors_max, tokens_min, tokens_max, cost_min, cost_max)
SELECT project_id, id >> 8, min(start_time), max(end_time), min(end_time - start_time), max(end_time - start_time), min(trace_count), max(trace_count), min(error_count), max(error_count), min(token_count), max(token_count), min(CAST(cost_sum - (2 * trace_count + 1 + abs(cost_sum) / 1e12) AS INTEGER)), max(CAST(cost_sum + (2 * trace_count + 1 + abs(cost_sum) / 1e12) AS INTEGER))
FROM sessions NOT INDEXED WHERE id IN (SELECT value FROM json_each(?)) GROUP BY project_id, id >> 8
ON CONFLICT DO UPDATE SET start_min = min(start_min, excluded.start_min), end_max = max(end_max, excluded.end_max), duration_min = min(duration_min, excluded.duration_min), duration_max = max(duration_max, excluded.duration_max), traces_min = min(traces_min, excluded.traces_min), traces_max = max(traces_max, excluded.traces_max), errors_min = min(errors_min, excluded.errors_min), errors_max = max(errors_max, excluded.errors_max), tokens_min = min(tokens_min, excluded.tokens_min), tokens_max = max(tokens_max, excluded.tokens_max), cost_min = min(cost_min, excluded.cost_min), cost_max = max(cost_max, excluded.cost_max);
-- SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR GROUP BY

INSERT INTO session_zones (project_id, zone, start_min, end_max, duration_min, duration_max, traces_min, traces_max, errors_min, errors_max, tokens_min, tokens_max, cost_min, cost_max)
SELECT project_id, id >> 8, min(start_time), max(end_time), min(end_time - start_time), max(end_time - start_time), min(trace_count), max(trace_count), min(error_count), max(error_count), min(token_count), max(token_count), min(CAST(cost_sum - (2 * trace_count + 1 + abs(cost_sum) / 1e12) AS INTEGER)), max(CAST(cost_sum + (2 * trace_count + 1 + abs(cost_sum) / 1e12) AS INTEGER))
FROM sessions NOT INDEXED WHERE id BETWEEN ? AND ? AND project_id = ? GROUP BY project_id;
-- SEARCH sessions USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)

UPDATE sessions SET (start_time, end_time, trace_count, error_count, token_count, cost_sum) = (
  SELECT min(t.start_time), max(t.end_time), count(*), sum(t.error_count > 0),
    CAST(total(t.prompt_tokens + t.completion_tokens) AS INTEGER), total(CAST(t.cost_usd * 1e9 + 0.5 AS INTEGER)) FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number WHERE runs.session_number = sessions.id)
WHERE id = ? AND EXISTS (SELECT 1 FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number WHERE runs.session_number = sessions.id);
-- SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING COVERING INDEX traces_by_session (<expr>=? AND session_number=?)

SELECT run, start_min, start_max, latency_min, latency_max FROM trace_runs WHERE project_id = ?;
-- SEARCH trace_runs USING PRIMARY KEY (project_id=?)

SELECT t.start_time, t.id FROM traces t INDEXED BY traces_by_start WHERE t.id >> 14 = +? AND t.project_id = +? AND t.start_time <= +? AND t.start_time >= +? ORDER BY t.start_time DESC, t.id DESC LIMIT ?;
-- SEARCH t USING COVERING INDEX traces_by_start (<expr>=? AND project_id=? AND start_time>? AND start_time<?)

SELECT t.start_time, t.id FROM traces t INDEXED BY traces_by_start WHERE t.id >> 14 = +? AND t.project_id = +? AND t.start_time = +? AND t.id <= +? ORDER BY t.id DESC LIMIT ?;
-- SEARCH t USING COVERING INDEX traces_by_start (<expr>=? AND project_id=? AND start_time=? AND rowid<?)

SELECT (SELECT t.start_time FROM traces t INDEXED BY traces_by_start WHERE t.id >> 14 = +j.value AND t.project_id = +? AND t.start_time <= +?
 AND (t.start_time, t.id) <= (+?, +?) AND t.start_time >= +? ORDER BY t.start_time DESC, t.id DESC LIMIT 1 OFFSET ?) FROM json_each(+?) j;
-- SCAN j VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH t USING COVERING INDEX traces_by_start (<expr>=? AND project_id=? AND start_time>? AND start_time<?)

SELECT t.start_time, t.id FROM json_each(+?) j CROSS JOIN traces t INDEXED BY traces_by_start WHERE t.id >> 14 = +j.value AND t.project_id = +? AND t.start_time <= +?
 AND (t.start_time, t.id) <= (+?, +?) AND t.start_time >= +? ORDER BY t.start_time DESC, t.id DESC LIMIT ?;
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SEARCH t USING COVERING INDEX traces_by_start (<expr>=? AND project_id=? AND start_time>? AND start_time<?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT t.end_time - t.start_time, t.id FROM traces t INDEXED BY traces_by_latency WHERE t.id >> 14 = +? AND t.project_id = +? AND t.error_count = 0 AND t.end_time - t.start_time >= +? AND t.end_time - t.start_time <= +? ORDER BY t.end_time - t.start_time, t.id LIMIT ?;
-- SEARCH t USING INDEX traces_by_latency (<expr>=? AND project_id=? AND <expr>>? AND <expr><?)

SELECT t.end_time - t.start_time, t.id FROM traces t INDEXED BY traces_by_latency WHERE t.id >> 14 = +? AND t.project_id = +? AND t.error_count = 0 AND t.end_time - t.start_time = +? AND t.id >= +? ORDER BY t.id LIMIT ?;
-- SEARCH t USING INDEX traces_by_latency (<expr>=? AND project_id=? AND <expr>=? AND rowid>?)

SELECT (SELECT t.end_time - t.start_time FROM traces t INDEXED BY traces_by_latency WHERE t.id >> 14 = +j.value AND t.project_id = +? AND t.error_count = 0 AND t.end_time - t.start_time >= +?
 AND (t.end_time - t.start_time, t.id) >= (+?, +?) AND t.end_time - t.start_time <= +? ORDER BY t.end_time - t.start_time, t.id LIMIT 1 OFFSET ?) FROM json_each(+?) j;
-- SCAN j VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH t USING INDEX traces_by_latency (<expr>=? AND project_id=? AND <expr>>? AND <expr><?)

SELECT t.end_time - t.start_time, t.id FROM json_each(+?) j CROSS JOIN traces t INDEXED BY traces_by_latency WHERE t.id >> 14 = +j.value AND t.project_id = +? AND t.error_count = 0 AND t.end_time - t.start_time >= +?
 AND (t.end_time - t.start_time, t.id) >= (+?, +?) AND t.end_time - t.start_time <= +? ORDER BY t.end_time - t.start_time, t.id LIMIT ?;
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SEARCH t USING INDEX traces_by_latency (<expr>=? AND project_id=? AND <expr>>? AND <expr><?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT t.start_time, t.id FROM traces t INDEXED BY traces_with_errors WHERE t.id >> 14 = +? AND t.project_id = +? AND t.error_count > 0 AND t.start_time <= +? AND t.start_time >= +? ORDER BY t.start_time DESC, t.id DESC LIMIT ?;
-- SEARCH t USING INDEX traces_with_errors (<expr>=? AND project_id=? AND start_time>? AND start_time<?)

SELECT t.end_time, t.id FROM traces t INDEXED BY traces_by_user WHERE t.id >> 14 = +? AND t.project_id = +? AND t.user_id = +? AND t.start_time <= +? AND t.end_time <= +? AND t.end_time >= +? ORDER BY t.end_time DESC, t.id DESC LIMIT ?;
-- SEARCH t USING INDEX traces_by_user (<expr>=? AND project_id=? AND user_id=? AND end_time>? AND end_time<?)

SELECT t.id, t.trace_id, t.project_id, t.start_time, t.end_time, t.span_count, t.error_count, t.prompt_tokens, t.completion_tokens, t.cost_usd, t.session_number, t.user_id, t.root_span, t.root_start, t.root_is_orphan, z.session_id,
  coalesce(h.name, r.name) AS root_name, h.kind AS root_kind, h.status AS root_status
FROM (SELECT t.* FROM trace_runs runs
CROSS JOIN traces t INDEXED BY traces_by_user ON t.id >> 14 = +runs.run AND t.project_id = runs.project_id
  WHERE t.project_id = +? AND t.user_id IN (+?, +?) AND runs.project_id = +? AND runs.start_max >= +? AND runs.start_min < +?
  ORDER BY t.start_time DESC, t.id DESC
  LIMIT ?) t
JOIN projects p ON p.id = t.project_id
LEFT JOIN sessions z ON z.id = t.session_number
LEFT JOIN spans r ON r.id = t.root_span
LEFT JOIN shapes h ON h.id = r.shape_id
ORDER BY t.start_time DESC, t.id DESC;
-- CO-ROUTINE t
-- SEARCH runs USING PRIMARY KEY (project_id=?)
-- SEARCH t USING INDEX traces_by_user (<expr>=? AND project_id=? AND user_id=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN t
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH h USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN

SELECT t.id, t.trace_id, t.project_id, t.start_time, t.end_time, t.span_count, t.error_count, t.prompt_tokens, t.completion_tokens, t.cost_usd, t.session_number, t.user_id, t.root_span, t.root_start, t.root_is_orphan, z.session_id,
  coalesce(h.name, r.name) AS root_name, h.kind AS root_kind, h.status AS root_status
FROM (SELECT t.* FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number
  WHERE t.project_id = +? AND runs.session_number IN (+?, +?)
  ORDER BY t.start_time DESC, t.id DESC
  LIMIT ?) t
JOIN projects p ON p.id = t.project_id
LEFT JOIN sessions z ON z.id = t.session_number
LEFT JOIN spans r ON r.id = t.root_span
LEFT JOIN shapes h ON h.id = r.shape_id
ORDER BY t.start_time DESC, t.id DESC;
-- CO-ROUTINE t
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING INDEX traces_by_session (<expr>=? AND session_number=?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN t
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH h USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN

SELECT t.id, t.trace_id, t.project_id, t.start_time, t.end_time, t.span_count, t.error_count, t.prompt_tokens, t.completion_tokens, t.cost_usd, t.session_number, t.user_id, t.root_span, t.root_start, t.root_is_orphan, z.session_id,
  coalesce(h.name, r.name) AS root_name, h.kind AS root_kind, h.status AS root_status
FROM (SELECT t.* FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.id >> 14 = +runs.run AND t.session_number = runs.session_number
  WHERE t.project_id = +? AND t.start_time >= +? AND t.start_time < +? AND runs.session_number IN (+?)
  ORDER BY coalesce(CAST(t.cost_usd * 1e9 + 0.5 AS INTEGER), -1) DESC, t.id DESC
  LIMIT ?) t
JOIN projects p ON p.id = t.project_id
LEFT JOIN sessions z ON z.id = t.session_number
LEFT JOIN spans r ON r.id = t.root_span
LEFT JOIN shapes h ON h.id = r.shape_id
ORDER BY coalesce(CAST(t.cost_usd * 1e9 + 0.5 AS INTEGER), -1) DESC, t.id DESC;
-- CO-ROUTINE t
-- SEARCH runs USING PRIMARY KEY (session_number=?)
-- SEARCH t USING INDEX traces_by_session (<expr>=? AND session_number=? AND start_time>? AND start_time<?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN t
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH h USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- USE TEMP B-TREE FOR ORDER BY

SELECT t.id, t.trace_id, t.project_id, t.start_time, t.end_time, t.span_count, t.error_count, t.prompt_tokens, t.completion_tokens, t.cost_usd, t.session_number, t.user_id, t.root_span, t.root_start, t.root_is_orphan, z.session_id,
  coalesce(h.name, r.name) AS root_name, h.kind AS root_kind, h.status AS root_status
FROM (SELECT t.* FROM traces t NOT INDEXED
  WHERE t.project_id = +? AND t.id IN (SELECT value FROM json_each(+?))
  ORDER BY t.start_time DESC, t.id DESC
  LIMIT ?) t
JOIN projects p ON p.id = t.project_id
LEFT JOIN sessions z ON z.id = t.session_number
LEFT JOIN spans r ON r.id = t.root_span
LEFT JOIN shapes h ON h.id = r.shape_id
ORDER BY t.start_time DESC, t.id DESC;
-- CO-ROUTINE t
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN t
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH h USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN

SELECT t.id, t.trace_id, t.project_id, t.start_time, t.end_time, t.span_count, t.error_count, t.prompt_tokens, t.completion_tokens, t.cost_usd, t.session_number, t.user_id, t.root_span, t.root_start, t.root_is_orphan, z.session_id,
  coalesce(h.name, r.name) AS root_name, h.kind AS root_kind, h.status AS root_status
FROM json_each(+?) j CROSS JOIN traces t ON t.id = j.value
JOIN projects p ON p.id = t.project_id
LEFT JOIN sessions z ON z.id = t.session_number
LEFT JOIN spans r ON r.id = t.root_span
LEFT JOIN shapes h ON h.id = r.shape_id
WHERE t.project_id = +? AND t.error_count > 0;
-- SCAN j VIRTUAL TABLE INDEX 1:
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH h USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN

SELECT t.id, t.trace_id, t.project_id, t.start_time, t.end_time, t.span_count, t.error_count, t.prompt_tokens, t.completion_tokens, t.cost_usd, t.session_number, t.user_id, t.root_span, t.root_start, t.root_is_orphan, z.session_id,
  coalesce(h.name, r.name) AS root_name, h.kind AS root_kind, h.status AS root_status
FROM (SELECT t.* FROM traces t NOT INDEXED
  WHERE t.project_id = +? AND t.id BETWEEN +? AND +? AND t.prompt_tokens + t.completion_tokens >= +?
  ORDER BY t.prompt_tokens + t.completion_tokens DESC, t.id DESC
  LIMIT ?) t
JOIN projects p ON p.id = t.project_id
LEFT JOIN sessions z ON z.id = t.session_number
LEFT JOIN spans r ON r.id = t.root_span
LEFT JOIN shapes h ON h.id = r.shape_id
ORDER BY t.prompt_tokens + t.completion_tokens DESC, t.id DESC;
-- CO-ROUTINE t
-- SEARCH t USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- USE TEMP B-TREE FOR ORDER BY
-- SCAN t
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH r USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH h USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- USE TEMP B-TREE FOR ORDER BY

SELECT count(*) FROM (SELECT 1 FROM trace_runs runs
CROSS JOIN traces t INDEXED BY traces_by_user ON t.id >> 14 = +runs.run AND t.project_id = runs.project_id
  WHERE t.project_id = +? AND t.user_id IN (+?) AND runs.project_id = +? AND runs.start_max >= +? AND runs.start_min < +? LIMIT ?);
-- CO-ROUTINE (subquery-1)
-- SEARCH runs USING PRIMARY KEY (project_id=?)
-- SEARCH t USING COVERING INDEX traces_by_user (<expr>=? AND project_id=? AND user_id=?)
-- SCAN (subquery-1)

SELECT zone, max(cost_max) AS best FROM trace_zones
WHERE project_id = ? AND has_error BETWEEN ? AND ? AND start_max >= ? AND start_min < ?
GROUP BY zone ORDER BY best DESC, zone DESC;
-- SEARCH trace_zones USING PRIMARY KEY (project_id=?)
-- USE TEMP B-TREE FOR ORDER BY

INSERT INTO trace_zones (project_id, zone, has_error, start_min, start_max, tokens_min, tokens_max, cost_min, cost_max)
SELECT t.project_id, t.id >> 9, t.error_count > 0, min(t.start_time), max(t.start_time), min(t.prompt_tokens + t.completion_tokens), max(t.prompt_tokens + t.completion_tokens), min(coalesce(CAST(t.cost_usd * 1e9 + 0.5 AS INTEGER), -1)), max(coalesce(CAST(t.cost_usd * 1e9 + 0.5 AS INTEGER), -1))
FROM traces t NOT INDEXED WHERE t.id BETWEEN ? AND ? AND t.project_id = ? GROUP BY t.error_count > 0;
-- SEARCH t USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- USE TEMP B-TREE FOR GROUP BY

SELECT duration AS value, id FROM spans INDEXED BY spans_by_run
WHERE id >> 17 = ? AND shape_id = ? AND start_time >= ? AND start_time < ? AND (duration, id) >= (?, ?)
ORDER BY value, id LIMIT ?;
-- SEARCH spans USING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>? AND start_time<?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT coalesce(tokens_prompt + tokens_completion, tokens_prompt, tokens_completion, -1) AS value, id FROM spans INDEXED BY spans_by_run
WHERE id >> 17 = ? AND shape_id = ? AND start_time >= ? AND start_time < ? AND (coalesce(tokens_prompt + tokens_completion, tokens_prompt, tokens_completion, -1), id) <= (?, ?)
ORDER BY value DESC, id DESC LIMIT ?;
-- SEARCH spans USING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>? AND start_time<?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT coalesce(first_token, -1) AS value, id FROM spans INDEXED BY spans_by_run
WHERE id >> 17 = ? AND shape_id = ? AND start_time >= ? AND start_time < ? AND (coalesce(first_token, -1), id) <= (?, ?)
ORDER BY value DESC, id DESC LIMIT ?;
-- SEARCH spans USING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>? AND start_time<?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT iif(tokens_completion > 0 AND duration - coalesce(first_token, 0) >= 10000000, CAST(tokens_completion * 1e15 / (duration - coalesce(first_token, 0)) AS INTEGER), -1) AS value, id FROM spans INDEXED BY spans_by_run
WHERE id >> 17 = ? AND shape_id = ? AND start_time >= ? AND start_time < ? AND (iif(tokens_completion > 0 AND duration - coalesce(first_token, 0) >= 10000000, CAST(tokens_completion * 1e15 / (duration - coalesce(first_token, 0)) AS INTEGER), -1), id) >= (?, ?)
ORDER BY value, id LIMIT ?;
-- SEARCH spans USING INDEX spans_by_run (<expr>=? AND shape_id=? AND start_time>? AND start_time<?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT coalesce(CAST(cost_usd * 1e9 + 0.5 AS INTEGER), -1) AS value, id, shape_id FROM spans
WHERE id BETWEEN ? AND ? AND start_time >= ? AND start_time < ? AND duration BETWEEN ? AND ?
AND (coalesce(CAST(cost_usd * 1e9 + 0.5 AS INTEGER), -1), id) <= (?, ?) AND (coalesce(CAST(cost_usd * 1e9 + 0.5 AS INTEGER), -1), id) >= (?, ?)
ORDER BY value DESC, id DESC;
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- USE TEMP B-TREE FOR ORDER BY

SELECT slot, shapes FROM extremes
WHERE project_id = ? AND level = ? AND slot BETWEEN ? AND ? AND start_max >= ? AND start_min < ?;
-- SEARCH extremes USING INDEX sqlite_autoindex_extremes_1 (project_id=? AND level=? AND slot>? AND slot<?)

SELECT h.project_id, s.shape_id, h.kind, h.status, h.name, h.model_name, min(s.start_time), max(s.start_time),
  min(duration), max(duration),
  min(coalesce(tokens_prompt + tokens_completion, tokens_prompt, tokens_completion, -1)), max(coalesce(tokens_prompt + tokens_completion, tokens_prompt, tokens_completion, -1)),
  min(coalesce(CAST(cost_usd * 1e9 + 0.5 AS INTEGER), -1)), max(coalesce(CAST(cost_usd * 1e9 + 0.5 AS INTEGER), -1)),
  min(coalesce(first_token, -1)), max(coalesce(first_token, -1)),
  min(iif(tokens_completion > 0 AND duration - coalesce(first_token, 0) >= 10000000, CAST(tokens_completion * 1e15 / (duration - coalesce(first_token, 0)) AS INTEGER), -1)), max(iif(tokens_completion > 0 AND duration - coalesce(first_token, 0) >= 10000000, CAST(tokens_completion * 1e15 / (duration - coalesce(first_token, 0)) AS INTEGER), -1))
FROM spans s JOIN shapes h ON h.id = s.shape_id WHERE s.id BETWEEN ? AND ? GROUP BY s.shape_id;
-- SEARCH s USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- SEARCH h USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR GROUP BY

SELECT a.id, a.project_id, a.target_kind, a.target_number, a.position, a.identifier, a.annotator_kind, a.source, a.user_number,
  a.created_at, a.updated_at, a.label, a.score, a.explanation, a.metadata, n.name, CASE a.target_kind WHEN 1 THEN lower(hex(t.trace_id)) WHEN 2 THEN z.session_id
  ELSE lower(hex(s.span_id)) END AS target_id
FROM annotations a
JOIN annotation_names n ON n.id = a.name_id
LEFT JOIN spans s ON a.target_kind IN (0, 3) AND s.id = a.target_number
LEFT JOIN traces t ON t.id = iif(a.target_kind = 1, a.target_number, s.trace_number)
LEFT JOIN sessions z ON a.target_kind = 2 AND z.id = a.target_number
JOIN projects p ON p.id = coalesce(t.project_id, z.project_id)
WHERE a.id = +?;
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH n USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH s USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)

SELECT a.id FROM spans s CROSS JOIN annotations a INDEXED BY annotations_by_target
ON a.target_kind IN (0, 3) AND a.target_number = s.id WHERE s.trace_number = ?;
-- SEARCH s USING COVERING INDEX spans_by_trace (trace_number=?)
-- SEARCH a USING COVERING INDEX annotations_by_target (target_kind=? AND target_number=?)

SELECT id FROM annotations WHERE target_kind = ? AND target_number = ?;
-- SEARCH annotations USING COVERING INDEX annotations_by_target (target_kind=? AND target_number=?)

SELECT n.name, a.annotator_kind, a.label, a.score FROM annotations a INDEXED BY annotations_by_target
JOIN annotation_names n ON n.id = a.name_id WHERE a.target_kind = +? AND a.target_number = +?;
-- SEARCH a USING INDEX annotations_by_target (target_kind=? AND target_number=?)
-- SEARCH n USING INTEGER PRIMARY KEY (rowid=?)

SELECT r.slot, r.target_kind, r.annotator_kind, n.name, r.count, r.score_count, r.score_sum, r.labels
FROM annotation_rollups r JOIN projects p ON p.id = r.project_id JOIN annotation_names n ON n.id = r.name_id
WHERE r.project_id = +? AND r.level = +? AND r.slot >= +? AND r.slot < +?;
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH r USING PRIMARY KEY (project_id=? AND level=? AND slot>? AND slot<?)
-- SEARCH n USING INTEGER PRIMARY KEY (rowid=?)

SELECT id, target_number, position, annotator_kind, counted_minute FROM annotations INDEXED BY annotations_by_name
WHERE project_id = ? AND target_kind = ? AND name_id = (SELECT id FROM annotation_names WHERE name = ?) AND target_number <= ?
ORDER BY target_number DESC;
-- SEARCH annotations USING INDEX annotations_by_name (project_id=? AND target_kind=? AND name_id=? AND target_number<?)
-- SCALAR SUBQUERY 1
-- SEARCH annotation_names USING COVERING INDEX sqlite_autoindex_annotation_names_1 (name=?)

SELECT target_number FROM annotations INDEXED BY annotations_by_name WHERE project_id = +? AND target_kind = +?
  AND name_id = (SELECT id FROM annotation_names WHERE name = +?) AND target_number < +? ORDER BY target_number DESC LIMIT 1 OFFSET ?;
-- SEARCH annotations USING COVERING INDEX annotations_by_name (project_id=? AND target_kind=? AND name_id=? AND target_number<?)
-- SCALAR SUBQUERY 1
-- SEARCH annotation_names USING COVERING INDEX sqlite_autoindex_annotation_names_1 (name=?)

SELECT n.name, a.label, a.score, a.explanation, a.identifier
FROM annotations a INDEXED BY annotations_by_target JOIN annotation_names n ON n.id = a.name_id
WHERE a.target_kind = +? AND a.target_number = +?;
-- SEARCH a USING INDEX annotations_by_target (target_kind=? AND target_number=?)
-- SEARCH n USING INTEGER PRIMARY KEY (rowid=?)

SELECT target_number, coalesce(avg(score), 0) FROM annotations INDEXED BY annotations_by_name WHERE project_id = +? AND target_kind = +?
  AND name_id = (SELECT id FROM annotation_names WHERE name = +?) AND target_number >= +? AND target_number < +? AND score IS NOT NULL
GROUP BY target_number ORDER BY target_number LIMIT 20000;
-- SEARCH annotations USING COVERING INDEX annotations_by_name (project_id=? AND target_kind=? AND name_id=? AND target_number>? AND target_number<?)
-- SCALAR SUBQUERY 1
-- SEARCH annotation_names USING COVERING INDEX sqlite_autoindex_annotation_names_1 (name=?)

SELECT target_number, coalesce(avg(score), 0) FROM annotations INDEXED BY annotations_by_name WHERE project_id = +? AND target_kind = +?
  AND name_id = (SELECT id FROM annotation_names WHERE name = +?) AND target_number >= +? AND target_number < +? AND score IS NOT NULL
GROUP BY target_number ORDER BY target_number DESC LIMIT 20000;
-- SEARCH annotations USING COVERING INDEX annotations_by_name (project_id=? AND target_kind=? AND name_id=? AND target_number>? AND target_number<?)
-- SCALAR SUBQUERY 1
-- SEARCH annotation_names USING COVERING INDEX sqlite_autoindex_annotation_names_1 (name=?)

SELECT 1 FROM annotations INDEXED BY annotations_by_target WHERE target_kind = +? AND target_number = +?
  AND name_id = (SELECT id FROM annotation_names WHERE name = +?) AND score IS NOT NULL LIMIT 1;
-- SEARCH annotations USING INDEX annotations_by_target (target_kind=? AND target_number=? AND name_id=?)
-- SCALAR SUBQUERY 1
-- SEARCH annotation_names USING COVERING INDEX sqlite_autoindex_annotation_names_1 (name=?)

SELECT DISTINCT target_number FROM annotations INDEXED BY annotations_by_name WHERE project_id = +? AND target_kind = +?
  AND name_id = (SELECT id FROM annotation_names WHERE name = +?) AND target_number >= +? AND target_number < +? AND label IN (SELECT value FROM json_each(+?)) AND score >= +? AND score <= +? ORDER BY target_number DESC;
-- SEARCH annotations USING COVERING INDEX annotations_by_name (project_id=? AND target_kind=? AND name_id=? AND target_number>? AND target_number<?)
-- SCALAR SUBQUERY 1
-- SEARCH annotation_names USING COVERING INDEX sqlite_autoindex_annotation_names_1 (name=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER

SELECT min(trace_number), max(trace_number) FROM spans WHERE id >= ? AND id < ?;
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)

SELECT DISTINCT trace_number FROM spans WHERE id >= ? AND id < ?;
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)
-- USE TEMP B-TREE FOR DISTINCT

SELECT start_time, id, trace_number FROM spans WHERE id >= ? AND id < ?;
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)

SELECT DISTINCT trace_number FROM spans WHERE id IN (SELECT value FROM json_each(?));
-- SEARCH spans USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR DISTINCT

SELECT DISTINCT session_number FROM traces WHERE id IN (SELECT value FROM json_each(?)) AND session_number IS NOT NULL;
-- SEARCH traces USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR DISTINCT

SELECT revision, changed_at, change, source, user_number, annotator_kind, label, score, explanation, metadata FROM annotation_revisions WHERE annotation_id = +?;
-- SEARCH annotation_revisions USING PRIMARY KEY (annotation_id=?)

SELECT revision, updated_at AS changed_at, change, source, user_number, annotator_kind, label, score, explanation, metadata FROM annotations WHERE id = +?;
-- SEARCH annotations USING INTEGER PRIMARY KEY (rowid=?)

SELECT 1 FROM (SELECT target_kind, target_number FROM annotations WHERE id = +?
  UNION ALL SELECT target_kind, target_number FROM deleted_annotations WHERE id = +?) a
LEFT JOIN spans s ON a.target_kind IN (0, 3) AND s.id = a.target_number
LEFT JOIN traces t ON t.id = iif(a.target_kind = 1, a.target_number, s.trace_number)
LEFT JOIN sessions z ON a.target_kind = 2 AND z.id = a.target_number
JOIN projects p ON p.id = coalesce(t.project_id, z.project_id);
-- COMPOUND QUERY
-- LEFT-MOST SUBQUERY
-- SEARCH annotations USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH s USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- UNION ALL
-- SEARCH deleted_annotations USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH s USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH z USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)

SELECT id, trace_id AS traceId, span_id AS spanId FROM waiting_events WHERE id > ? ORDER BY id LIMIT ?;
-- SEARCH waiting_events USING INTEGER PRIMARY KEY (rowid>?)

SELECT t.project_id AS projectId,
  coalesce(
    (SELECT iif(first_id + span_count > s.id, block, NULL) FROM block_runs WHERE first_id <= s.id ORDER BY first_id DESC LIMIT 1),
    (SELECT first_id FROM blocks WHERE first_id <= s.id ORDER BY first_id DESC LIMIT 1)) AS block,
  (SELECT sum(bytes) FROM waiting_events WHERE trace_id = t.trace_id AND span_id = s.span_id) AS bytes
FROM spans s JOIN traces t ON t.id = s.trace_number JOIN projects p ON p.id = t.project_id WHERE s.id = ? AND s.span_id = ? AND t.trace_id = ?;
-- SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH block_runs USING INTEGER PRIMARY KEY (rowid<?)
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH blocks USING INTEGER PRIMARY KEY (rowid<?)
-- CORRELATED SCALAR SUBQUERY 3
-- SEARCH waiting_events USING COVERING INDEX waiting_events_by_sender (trace_id=? AND span_id=?)

SELECT trace_id AS traceId, span_id AS spanId, sender, count(*) AS events, sum(bytes) AS bytes FROM waiting_events w
GROUP BY trace_id, span_id, sender;
-- SCAN w USING COVERING INDEX waiting_events_by_sender

SELECT id, allowed_projects, event FROM waiting_events WHERE trace_id = ? AND span_id = ? ORDER BY id;
-- SEARCH waiting_events USING INDEX waiting_events_by_sender (trace_id=? AND span_id=?)
-- USE TEMP B-TREE FOR ORDER BY

DELETE FROM waiting_events WHERE trace_id = ? AND span_id = ? RETURNING sender, bytes;
-- SEARCH waiting_events USING COVERING INDEX waiting_events_by_sender (trace_id=? AND span_id=?)

DELETE FROM waiting_events WHERE trace_id = ?;
-- SEARCH waiting_events USING INDEX waiting_events_by_sender (trace_id=?)

DELETE FROM waiting_events WHERE trace_id = (SELECT trace_id FROM traces WHERE id = ?);
-- SEARCH waiting_events USING COVERING INDEX waiting_events_by_sender (trace_id=?)
-- SCALAR SUBQUERY 1
-- SEARCH traces USING INTEGER PRIMARY KEY (rowid=?)

DELETE FROM waiting_events WHERE (trace_id, span_id) IN
(SELECT t.trace_id, s.span_id FROM spans s JOIN traces t ON t.id = s.trace_number WHERE s.id = ?);
-- SEARCH waiting_events USING COVERING INDEX waiting_events_by_sender (trace_id=? AND span_id=?)
-- LIST SUBQUERY 2
-- SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH t USING INTEGER PRIMARY KEY (rowid=?)

SELECT received_at FROM waiting_events w ORDER BY id LIMIT 1;
-- SCAN w

SELECT max(id) FROM waiting_events;
-- SEARCH waiting_events

DELETE FROM waiting_events WHERE id IN (
SELECT id FROM (SELECT id, received_at FROM waiting_events w ORDER BY id LIMIT ?) WHERE received_at < ? OR id <= ?)
RETURNING trace_id AS traceId, span_id AS spanId, sender, bytes;
-- SEARCH waiting_events USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
-- CO-ROUTINE (subquery-1)
-- SCAN w
-- SCAN (subquery-1)

SELECT id FROM annotations INDEXED BY annotations_by_project WHERE project_id = ? AND target_kind = ? AND id <= ?
ORDER BY id DESC LIMIT ?;
-- SEARCH annotations USING COVERING INDEX annotations_by_project (project_id=? AND target_kind=? AND id<?)

SELECT id FROM annotations INDEXED BY annotations_by_identifier WHERE project_id = ? AND target_kind = ? AND id <= ? AND identifier IN (SELECT value FROM json_each(?)) AND name_id NOT IN (SELECT id FROM annotation_names WHERE name IN (SELECT value FROM json_each(?))) AND identifier <> ''
ORDER BY id DESC LIMIT ?;
-- SEARCH annotations USING COVERING INDEX annotations_by_identifier (project_id=? AND target_kind=? AND identifier=? AND id<?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- LIST SUBQUERY 3
-- SEARCH annotation_names USING COVERING INDEX sqlite_autoindex_annotation_names_1 (name=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER
-- USE TEMP B-TREE FOR ORDER BY

SELECT id FROM annotations INDEXED BY annotations_by_target WHERE project_id = ? AND target_kind = ? AND id <= ? AND target_number IN (SELECT value FROM json_each(?)) AND name_id IN (SELECT id FROM annotation_names WHERE name IN (SELECT value FROM json_each(?)))
ORDER BY id DESC LIMIT ?;
-- SEARCH annotations USING INDEX annotations_by_target (target_kind=? AND target_number=? AND name_id=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- LIST SUBQUERY 3
-- SEARCH annotation_names USING COVERING INDEX sqlite_autoindex_annotation_names_1 (name=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
