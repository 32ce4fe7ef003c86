ALTER TABLE annotations APPLY DELETED MASK SETTINGS mutations_sync = 0;

ALTER TABLE spans APPLY DELETED MASK SETTINGS mutations_sync = 0;

ALTER TABLE traces_by_id APPLY DELETED MASK SETTINGS mutations_sync = 0;

ALTER TABLE waiting_annotations APPLY DELETED MASK SETTINGS mutations_sync = 0;

ALTER TABLE waiting_events APPLY DELETED MASK SETTINGS mutations_sync = 0;

DELETE FROM annotations WHERE target IN (0, 3) AND target_number IN {p0:Array(UInt64)};

DELETE FROM annotations WHERE target IN (1) AND target_number IN {p0:Array(UInt64)};

DELETE FROM annotations WHERE target IN (2) AND target_number IN {p0:Array(UInt64)};

DELETE FROM spans WHERE hour IN {p0:Array(UInt32)} AND lower(hex(concat(trace_id, span_id))) IN {p1:Array(String)};

DELETE FROM spans WHERE hour IN {p0:Array(UInt32)} AND lower(hex(trace_id)) IN {p1:Array(String)};

DELETE FROM spans WHERE project = {p0:UInt32};

DELETE FROM spans WHERE project = {p0:UInt32} AND lower(hex(trace_id)) IN {p1:Array(String)};

DELETE FROM traces_by_id WHERE _part IN {p0:Array(String)} AND lower(hex(trace_id)) IN {p1:Array(String)};

DELETE FROM traces_by_id WHERE lower(hex(trace_id)) IN {p0:Array(String)};

DELETE FROM traces_by_id WHERE project = {p0:UInt32};

DELETE FROM traces_by_id WHERE project = {p0:UInt32} AND lower(hex(trace_id)) IN {p1:Array(String)};

DELETE FROM waiting_annotations WHERE id IN {p0:Array(UInt64)};

DELETE FROM waiting_events WHERE event_number IN {p0:Array(UInt64)};

INSERT INTO annotations (target, target_number, id, revision, target_id, position, name, identifier, change, kind, label, score, explanation, metadata, source, user, changed_at) FORMAT RowBinary;

INSERT INTO marks (name, version, value) FORMAT RowBinary;

INSERT INTO numbers (kind, taken_up_to) FORMAT RowBinary;

INSERT INTO projects (id, version, name, description, purpose, sent_as, created_at, updated_at, is_deleted) FORMAT RowBinary;

INSERT INTO span_keys (project, hour, conversation, trace_id, span_id, number, version, trace_number, session_number, session, start, end) FORMAT RowBinary;

INSERT INTO span_keys (project, hour, conversation, trace_id, span_id, number, version, trace_number, session_number, session, start, end) SELECT {p1:UInt32}, hour, conversation, trace_id, span_id, number, version + 1, trace_number, session_number, session, start, end FROM spans FINAL WHERE project = {p0:UInt32} AND (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p2:Array(String)})), 16)));

INSERT INTO spans (project, hour, conversation, trace_id, span_id, number, version, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, service, service_version, environment, resource, resource_schema, scope, scope_schema, bytes, words_apart, size) FORMAT RowBinary;

INSERT INTO spans (project, hour, conversation, trace_id, span_id, number, version, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, service, service_version, environment, resource, resource_schema, scope, scope_schema, bytes, words_apart, size) SELECT {p1:UInt32}, hour, conversation, trace_id, span_id, number, version + 1, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, service, service_version, environment, resource, resource_schema, scope, scope_schema, bytes, words_apart, size FROM spans FINAL WHERE project = {p0:UInt32} AND (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p2:Array(String)})), 16)));

INSERT INTO traces_by_id (trace_id, project, hour, conversation, number, start, end, session_number, session) FORMAT RowBinary;

INSERT INTO waiting_annotations (id, target, target_id, received_at, size, item) FORMAT RowBinary;

INSERT INTO waiting_events (trace_id, span_id, received_at, event_number, allowed, event) FORMAT RowBinary;

SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)) GROUP BY trace_id;

SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE number IN {p0:Array(UInt64)}) GROUP BY trace_id;

SELECT 
  trace_id, project, hour, conversation,
  min(s.trace_number) AS number,
  min(s.start) AS start,
  max(greatest(s.start, s.end)) AS end,
  max(s.session_number) AS session_number,
  max(s.session) AS session FROM spans AS s FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)))
  GROUP BY trace_id, project, hour, conversation;

SELECT * FROM (SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p0:String} AND target_number <= {p1:UInt64} GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 0) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2 AND owner_project = {p4:UInt32} AND owner_start >= {p2:Int64} AND owner_start < {p3:Int64}) WHERE (subject, ifNull(place, 4294967295)) IN (SELECT subject, ifNull(place, 4294967295) FROM (SELECT subject, place FROM (SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p0:String} AND target_number <= {p1:UInt64} GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 0) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2 AND owner_project = {p4:UInt32} AND owner_start >= {p2:Int64} AND owner_start < {p3:Int64}) GROUP BY subject, place
  HAVING countIf(annotator = 0) > 0 AND countIf(annotator = 2) > 0 ORDER BY subject DESC LIMIT {p5:UInt64}))
  ORDER BY id;

SELECT * FROM (SELECT *, end_time - start_time AS rank FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (SELECT * FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND (session_no IN {p1:Array(UInt64)} OR (session_no != 0 AND session_id IN {p2:Array(String)})))))) GROUP BY trace_id)) WHERE (rank, id) <= ({p3:Int64}, {p4:UInt64}) ORDER BY rank desc, id desc LIMIT {p5:UInt64};

SELECT * FROM (SELECT *, if(isNull(cost_usd), toInt64(-1), if((ifNull(cost_usd, 0) * 1e9 + 0.5) < 9.2e18, toInt64(trunc((ifNull(cost_usd, 0) * 1e9 + 0.5))), toInt64(9223372036854775807))) AS rank FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (SELECT * FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND (session_no IN {p1:Array(UInt64)} OR (session_no != 0 AND session_id IN {p2:Array(String)})))))) GROUP BY trace_id)) WHERE (rank, id) <= ({p3:Int64}, {p4:UInt64}) ORDER BY rank desc, id desc LIMIT {p5:UInt64};

SELECT * FROM (SELECT *, if(isNull(session_cost), toInt64(-1), if((ifNull(session_cost, 0) * 1e9 + 0.5) < 9.2e18, toInt64(trunc((ifNull(session_cost, 0) * 1e9 + 0.5))), toInt64(9223372036854775807))) AS rank FROM (SELECT * FROM (SELECT session_no, any(session_id) AS session_name, argMin(project_id, id) AS session_project,
  argMinIf(trace_user, tuple(start_time, id), isNotNull(trace_user)) AS session_user, min(start_time) AS session_start,
  max(end_time) AS session_end, count() AS trace_count, countIf(error_count > 0) AS error_traces,
  sum(prompt_tokens) AS session_prompt, sum(completion_tokens) AS session_completion, sumOrNull(cost_usd) AS session_cost
  FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE session_number IN (SELECT session_no FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32} AND max(last) >= {p1:Int64} AND min(first) < {p2:Int64})))) GROUP BY trace_id) WHERE session_no != 0 GROUP BY session_no) WHERE session_project = {p3:UInt32}
  AND 1)) WHERE (rank, session_no) <= ({p4:Int64}, {p5:UInt64}) ORDER BY rank desc, session_no desc LIMIT {p6:UInt64};

SELECT * FROM (SELECT *, if(reinterpretAsInt64(mean_score) >= 0 OR mean_score = 0, if(mean_score = 0, toInt64(0), reinterpretAsInt64(mean_score)),
  bitXor(reinterpretAsInt64(mean_score), toInt64(9223372036854775807))) AS rank FROM (SELECT * FROM (SELECT session_no, any(session_id) AS session_name, argMin(project_id, id) AS session_project,
  argMinIf(trace_user, tuple(start_time, id), isNotNull(trace_user)) AS session_user, min(start_time) AS session_start,
  max(end_time) AS session_end, count() AS trace_count, countIf(error_count > 0) AS error_traces,
  sum(prompt_tokens) AS session_prompt, sum(completion_tokens) AS session_completion, sumOrNull(cost_usd) AS session_cost
  FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE session_number IN (SELECT session_no FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32})))) GROUP BY trace_id) WHERE session_no != 0 GROUP BY session_no) WHERE session_project = {p1:UInt32}
  AND 1) AS list INNER JOIN (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 2 AND name = {p2:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject) AS scores ON list.session_no = scores.subject) WHERE 1 ORDER BY rank desc, session_no desc LIMIT {p3:UInt64};

SELECT * FROM (SELECT *, if(reinterpretAsInt64(mean_score) >= 0 OR mean_score = 0, if(mean_score = 0, toInt64(0), reinterpretAsInt64(mean_score)),
  bitXor(reinterpretAsInt64(mean_score), toInt64(9223372036854775807))) AS rank FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (SELECT * FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32})))) GROUP BY trace_id) AS list INNER JOIN (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 1 AND name = {p1:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject) AS scores ON list.id = scores.subject) WHERE 1 ORDER BY rank desc, id desc LIMIT {p2:UInt64};

SELECT * FROM (SELECT *, start_time AS rank FROM (SELECT * FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (SELECT * FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND first >= {p1:Int64} AND first < {p2:Int64})))) GROUP BY trace_id) WHERE error_count = 0 AND end_time - start_time >= {p3:Int64} AND end_time - start_time <= {p4:Int64} AND trace_user IN {p5:Array(String)} AND id IN (SELECT subject FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 1 AND name = {p6:String} GROUP BY id) WHERE last_change != 2) AND id IN (SELECT trace_number FROM spans_by_number WHERE number IN (SELECT subject FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 3 AND name = {p7:String} GROUP BY id) WHERE last_change != 2)) AND id NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 1 AND name = {p8:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)))) WHERE 1 ORDER BY rank desc, id desc LIMIT {p9:UInt64};

SELECT * FROM (SELECT *, toInt64(error_traces) AS rank FROM (SELECT * FROM (SELECT session_no, any(session_id) AS session_name, argMin(project_id, id) AS session_project,
  argMinIf(trace_user, tuple(start_time, id), isNotNull(trace_user)) AS session_user, min(start_time) AS session_start,
  max(end_time) AS session_end, count() AS trace_count, countIf(error_count > 0) AS error_traces,
  sum(prompt_tokens) AS session_prompt, sum(completion_tokens) AS session_completion, sumOrNull(cost_usd) AS session_cost
  FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE session_number IN (SELECT session_no FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32} AND max(last) >= {p1:Int64} AND min(first) < {p2:Int64})))) GROUP BY trace_id) WHERE session_no != 0 GROUP BY session_no) WHERE session_project = {p3:UInt32}
  AND 1)) WHERE (rank, session_no) <= ({p4:Int64}, {p5:UInt64}) ORDER BY rank desc, session_no desc LIMIT {p6:UInt64};

SELECT * FROM (SELECT *, toInt64(prompt_tokens + completion_tokens) AS rank FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (SELECT * FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND (session_no IN {p1:Array(UInt64)} OR (session_no != 0 AND session_id IN {p2:Array(String)})))))) GROUP BY trace_id)) WHERE (rank, id) <= ({p3:Int64}, {p4:UInt64}) ORDER BY rank desc, id desc LIMIT {p5:UInt64};

SELECT * FROM (SELECT *, toInt64(session_no) AS rank FROM (SELECT * FROM (SELECT session_no, any(session_id) AS session_name, argMin(project_id, id) AS session_project,
  argMinIf(trace_user, tuple(start_time, id), isNotNull(trace_user)) AS session_user, min(start_time) AS session_start,
  max(end_time) AS session_end, count() AS trace_count, countIf(error_count > 0) AS error_traces,
  sum(prompt_tokens) AS session_prompt, sum(completion_tokens) AS session_completion, sumOrNull(cost_usd) AS session_cost
  FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE session_number IN (SELECT session_no FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32})))) GROUP BY trace_id) WHERE session_no != 0 GROUP BY session_no) WHERE session_project = {p4:UInt32}
  AND session_no IN (SELECT subject FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 2 AND name = {p1:String} GROUP BY id) WHERE last_change != 2) AND session_no IN (SELECT session_number FROM traces_by_id WHERE number IN (SELECT trace_number FROM spans_by_number WHERE number IN (SELECT subject FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 3 AND name = {p2:String} GROUP BY id) WHERE last_change != 2))) AND session_no NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 2 AND name = {p3:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)))) WHERE 1 ORDER BY rank desc, session_no desc LIMIT {p5:UInt64};

SELECT * FROM (SELECT *, toInt64(session_prompt + session_completion) AS rank FROM (SELECT * FROM (SELECT session_no, any(session_id) AS session_name, argMin(project_id, id) AS session_project,
  argMinIf(trace_user, tuple(start_time, id), isNotNull(trace_user)) AS session_user, min(start_time) AS session_start,
  max(end_time) AS session_end, count() AS trace_count, countIf(error_count > 0) AS error_traces,
  sum(prompt_tokens) AS session_prompt, sum(completion_tokens) AS session_completion, sumOrNull(cost_usd) AS session_cost
  FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE session_number IN (SELECT session_no FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32} AND max(last) >= {p1:Int64} AND min(first) < {p2:Int64})))) GROUP BY trace_id) WHERE session_no != 0 GROUP BY session_no) WHERE session_project = {p3:UInt32}
  AND 1)) WHERE (rank, session_no) <= ({p4:Int64}, {p5:UInt64}) ORDER BY rank desc, session_no desc LIMIT {p6:UInt64};

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND id IN {p0:Array(UInt64)} GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 0) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2;

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p0:String} AND identifier = {p1:String} GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 0) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2 AND owner_project = {p2:UInt32};

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND target_id IN {p0:Array(String)} AND identifier IN {p1:Array(String)} AND name IN {p2:Array(String)} AND name NOT IN {p3:Array(String)} AND id <= {p4:UInt64} GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 0) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2 AND owner_project = {p5:UInt32} ORDER BY id DESC LIMIT {p6:UInt64};

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND target_number = {p0:UInt64} AND name = {p1:String} AND identifier = {p2:String} GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 0) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2;

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND target_number IN (SELECT number FROM spans WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)))) GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 0) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2 ORDER BY id LIMIT {p1:UInt64};

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 1 AND 1 GROUP BY id) AS a
  INNER JOIN (SELECT trace_number AS owner, project_id AS owner_project, first AS owner_start FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id
  WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE number IN (SELECT target_number FROM annotations WHERE target = 1)) GROUP BY trace_id)) AS o ON a.subject = o.owner WHERE last_change != 2 AND owner_project = {p2:UInt32} AND owner_start >= {p0:Int64} AND owner_start < {p1:Int64} LIMIT 200001;

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 1 AND id IN {p0:Array(UInt64)} GROUP BY id) AS a
  INNER JOIN (SELECT trace_number AS owner, project_id AS owner_project, first AS owner_start FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id
  WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE number IN (SELECT target_number FROM annotations WHERE target = 1)) GROUP BY trace_id)) AS o ON a.subject = o.owner WHERE last_change != 2;

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 1 AND target_number IN {p0:Array(UInt64)} GROUP BY id) AS a
  INNER JOIN (SELECT trace_number AS owner, project_id AS owner_project, first AS owner_start FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id
  WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE number IN (SELECT target_number FROM annotations WHERE target = 1)) GROUP BY trace_id)) AS o ON a.subject = o.owner WHERE last_change != 2 ORDER BY id LIMIT {p1:UInt64};

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 2 AND id IN {p0:Array(UInt64)} GROUP BY id) AS a
  INNER JOIN (SELECT session_no AS owner, argMin(project_id, trace_number) AS owner_project, min(first) AS owner_start
  FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id GROUP BY trace_id) WHERE session_no IN (SELECT target_number FROM annotations WHERE target = 2) GROUP BY session_no) AS o ON a.subject = o.owner WHERE last_change != 2;

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 2 AND target_number IN {p0:Array(UInt64)} GROUP BY id) AS a
  INNER JOIN (SELECT session_no AS owner, argMin(project_id, trace_number) AS owner_project, min(first) AS owner_start
  FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id GROUP BY trace_id) WHERE session_no IN (SELECT target_number FROM annotations WHERE target = 2) GROUP BY session_no) AS o ON a.subject = o.owner WHERE last_change != 2 ORDER BY id LIMIT {p1:UInt64};

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 3 AND id IN {p0:Array(UInt64)} GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 3) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2;

SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 3 AND target_number IN (SELECT number FROM spans WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)))) GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 3) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2 ORDER BY id LIMIT {p1:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, end - start AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND number NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p5:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)))) WHERE (rank, number) <= ({p6:Int64}, {p7:UInt64}) ORDER BY rank desc, number desc LIMIT {p8:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, if(ifNull(completion, 0) <= 0 OR toFloat64(end - start - toInt64(ifNull(first_token, 0))) < 1e7, toInt64(-1), if((ifNull(completion, 0) * 1e15 / toFloat64(end - start - toInt64(ifNull(first_token, 0)))) < 9.2e18, toInt64(trunc((ifNull(completion, 0) * 1e15 / toFloat64(end - start - toInt64(ifNull(first_token, 0)))))), toInt64(9223372036854775807))) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND number NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p5:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)))) WHERE (rank, number) <= ({p6:Int64}, {p7:UInt64}) ORDER BY rank desc, number desc LIMIT {p8:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, if(isNull(cost), toInt64(-1), if((ifNull(cost, 0) * 1e9 + 0.5) < 9.2e18, toInt64(trunc((ifNull(cost, 0) * 1e9 + 0.5))), toInt64(9223372036854775807))) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND number NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p5:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)))) WHERE (rank, number) <= ({p6:Int64}, {p7:UInt64}) ORDER BY rank desc, number desc LIMIT {p8:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, if(isNull(prompt) AND isNull(completion), toInt64(-1), toInt64(ifNull(prompt, 0) + ifNull(completion, 0))) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND number NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p5:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)))) WHERE (rank, number) <= ({p6:Int64}, {p7:UInt64}) ORDER BY rank desc, number desc LIMIT {p8:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, if(reinterpretAsInt64(mean_score) >= 0 OR mean_score = 0, if(mean_score = 0, toInt64(0), reinterpretAsInt64(mean_score)),
  bitXor(reinterpretAsInt64(mean_score), toInt64(9223372036854775807))) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32}) AS list INNER JOIN (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p1:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject) AS scores ON list.number = scores.subject) WHERE 1 ORDER BY rank desc, number desc LIMIT {p2:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, start AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND number NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p5:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)) AND hour <= {p6:UInt64} AND start < {p7:Int64})) WHERE (rank, number) <= ({p8:Int64}, {p9:UInt64}) ORDER BY rank desc, number desc LIMIT {p10:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, start AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND multiSearchAny(concat(lower(bytes), ' ', words_apart), [{p1:String}, '=base64=']))) WHERE 1 ORDER BY rank asc, number asc LIMIT {p2:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, start AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND multiSearchAny(concat(lower(bytes), ' ', words_apart), [{p1:String}, '=base64=']))) WHERE 1 ORDER BY rank desc, number desc LIMIT {p2:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, start AS rank FROM spans FINAL PREWHERE project = {p2:UInt32} AND hour <= {p3:UInt64} AND start < {p4:Int64} WHERE project = {p0:UInt32} AND multiSearchAny(concat(lower(bytes), ' ', words_apart), [{p1:String}, '=base64=']))
  WHERE 1 ORDER BY rank asc, number asc LIMIT {p5:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, start AS rank FROM spans FINAL PREWHERE project = {p2:UInt32} AND hour >= {p3:UInt64} AND start >= {p4:Int64} WHERE project = {p0:UInt32} AND multiSearchAny(concat(lower(bytes), ' ', words_apart), [{p1:String}, '=base64=']))
  WHERE 1 ORDER BY rank desc, number desc LIMIT {p5:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, start AS rank, project = {p0:UInt32} AS is_listed FROM spans WHERE project = {p1:UInt32} AND hour <= {p2:UInt64} AND start < {p3:Int64}
  ORDER BY version DESC LIMIT 1 BY trace_id, span_id)
  WHERE is_listed AND 1 ORDER BY rank asc, number asc LIMIT {p4:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, start AS rank, project = {p0:UInt32} AS is_listed FROM spans WHERE project = {p1:UInt32} AND hour >= {p2:UInt64} AND start >= {p3:Int64}
  ORDER BY version DESC LIMIT 1 BY trace_id, span_id)
  WHERE is_listed AND 1 ORDER BY rank desc, number desc LIMIT {p4:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(ifNull(first_token, -1)) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND number NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p5:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)))) WHERE (rank, number) <= ({p6:Int64}, {p7:UInt64}) ORDER BY rank desc, number desc LIMIT {p8:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND name IN {p5:Array(String)} AND kind IN {p6:Array(UInt8)} AND model IN {p7:Array(String)} AND user_id IN {p8:Array(String)} AND trace_id IN (SELECT toFixedString(unhex(arrayJoin({p9:Array(String)})), 16)) AND span_id IN (SELECT toFixedString(unhex(arrayJoin({p10:Array(String)})), 8)) AND trace_id IN (SELECT trace_id FROM traces_by_id WHERE session IN {p11:Array(String)} AND session_number != 0) AND (isNull(parent_id) OR (trace_id, ifNull(parent_id, toFixedString('', 8))) NOT IN (SELECT trace_id, span_id FROM spans WHERE project = {p12:UInt32})) AND number NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p13:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)) AND status IN {p14:Array(UInt8)} AND end - start >= {p15:Int64} AND (position(bytes, {p16:String}) > 0 OR position(bytes, '\\u') > 0) AND multiSearchAny(concat(lower(bytes), ' ', words_apart), [{p17:String}]) AND multiSearchAny(concat(lower(bytes), ' ', words_apart), [{p18:String}]) AND number IN (SELECT subject FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p19:String} GROUP BY id) WHERE last_change != 2 AND label_now IN {p20:Array(String)}))) WHERE 1 ORDER BY rank desc, number desc LIMIT {p21:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND number NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p5:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)))) WHERE (rank, number) <= ({p6:Int64}, {p7:UInt64}) ORDER BY rank desc, number desc LIMIT {p8:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND isNull(parent_id))) WHERE 1 ORDER BY rank desc, number desc LIMIT {p1:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND multiSearchAny(concat(lower(bytes), ' ', words_apart), [{p1:String}]) AND multiSearchAny(concat(lower(bytes), ' ', words_apart), [{p2:String}]))) WHERE 1 ORDER BY rank desc, number desc LIMIT {p3:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND multiSearchAny(concat(lower(bytes), ' ', words_apart), [{p1:String}]))) WHERE 1 ORDER BY rank desc, number desc LIMIT {p2:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND number IN (SELECT subject FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p1:String} GROUP BY id) WHERE last_change != 2))) WHERE 1 ORDER BY rank desc, number desc LIMIT {p2:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND parent_id IN (SELECT toFixedString(unhex(arrayJoin({p1:Array(String)})), 8)))) WHERE 1 ORDER BY rank desc, number desc LIMIT {p2:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32})) WHERE 1 ORDER BY rank desc, number desc LIMIT {p1:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM spans WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_number WHERE project = {p1:UInt32}
  AND number <= {p0:UInt64} AND 1)
  ORDER BY version DESC LIMIT 1 BY trace_id, span_id)
  WHERE number <= {p0:UInt64} AND 1 ORDER BY rank asc LIMIT {p2:UInt64};

SELECT * FROM (SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, toInt64(number) AS rank FROM spans WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_number WHERE project = {p1:UInt32}
  AND number >= {p0:UInt64} AND 1)
  ORDER BY version DESC LIMIT 1 BY trace_id, span_id)
  WHERE number >= {p0:UInt64} AND 1 ORDER BY rank desc LIMIT {p2:UInt64};

SELECT *, toUInt32(0) AS owner_project FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND target_number IN {p0:Array(UInt64)} GROUP BY id) WHERE last_change != 2;

SELECT *, toUInt32(0) AS owner_project FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND target_number IN {p0:Array(UInt64)} GROUP BY id) WHERE last_change != 2 ORDER BY id;

SELECT *, toUInt32(0) AS owner_project FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 1 AND target_number IN {p0:Array(UInt64)} GROUP BY id) WHERE last_change != 2;

SELECT *, toUInt32(0) AS owner_project FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 1 AND target_number IN {p0:Array(UInt64)} GROUP BY id) WHERE last_change != 2 ORDER BY id;

SELECT *, toUInt32(0) AS owner_project FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 2 AND target_number IN {p0:Array(UInt64)} GROUP BY id) WHERE last_change != 2;

SELECT *, toUInt32(0) AS owner_project FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 3 AND target_number IN {p0:Array(UInt64)} GROUP BY id) WHERE last_change != 2;

SELECT *, toUInt32(0) AS owner_project FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 3 AND target_number IN {p0:Array(UInt64)} GROUP BY id) WHERE last_change != 2 ORDER BY id;

SELECT *, toUInt32(0) AS owner_project, last_change != 2 AS is_live FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE id IN {p0:Array(UInt64)} GROUP BY id);

SELECT DISTINCT assumeNotNull(user_id) AS id FROM spans WHERE project = {p0:UInt32} AND isNotNull(user_id)
  AND startsWith(assumeNotNull(user_id), {p1:String}) ORDER BY id LIMIT {p2:UInt64};

SELECT DISTINCT hour FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16));

SELECT DISTINCT project AS dead FROM (SELECT project FROM spans WHERE project IN (SELECT id FROM (SELECT id, is_deleted FROM projects ORDER BY version DESC LIMIT 1 BY id) WHERE is_deleted = 1)
  UNION ALL SELECT project FROM traces_by_id WHERE project IN (SELECT id FROM (SELECT id, is_deleted FROM projects ORDER BY version DESC LIMIT 1 BY id) WHERE is_deleted = 1));

SELECT DISTINCT target_number FROM annotations WHERE target IN (0, 3)
  AND target_number IN (SELECT number FROM spans WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16))));

SELECT DISTINCT target_number FROM annotations WHERE target IN (0, 3)
  AND target_number IN (SELECT number FROM spans WHERE project = {p0:UInt32});

SELECT _partition_id AS partition_name, count() AS spans, sum(size) AS payload FROM spans FINAL
  WHERE _partition_id IN {p0:Array(String)} GROUP BY _partition_id;

SELECT count() AS answer FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id)
  WHERE project_id = {p0:UInt32} AND first >= {p1:Int64} AND first < {p2:Int64};

SELECT count() AS answer FROM waiting_events;

SELECT count() AS events FROM waiting_events WHERE lower(hex(concat(trace_id, span_id))) IN {p0:Array(String)};

SELECT count() AS events FROM waiting_events WHERE lower(hex(trace_id)) IN {p0:Array(String)};

SELECT count() AS events FROM waiting_events WHERE received_at < {p0:Int64};

SELECT count() AS found FROM annotations WHERE target IN (0, 3) AND target_number IN {p0:Array(UInt64)};

SELECT count() AS found FROM annotations WHERE target IN (1) AND target_number IN {p0:Array(UInt64)};

SELECT count() AS found FROM annotations WHERE target IN (2) AND target_number IN {p0:Array(UInt64)};

SELECT count() AS running FROM system.mutations WHERE database = currentDatabase() AND NOT is_done AND command LIKE '%APPLY DELETED MASK%';

SELECT count() AS spans FROM spans FINAL WHERE project IN {p0:Array(UInt32)};

SELECT count() AS spans, min(start) AS first, max(start) AS last FROM spans WHERE project = {p0:UInt32};

SELECT count() AS traces, uniqExactIf(session_no, session_no != 0) AS sessions
  FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id GROUP BY trace_id);

SELECT count() AS waiting FROM waiting_events;

SELECT count() AS waiting, sum(size) AS bytes, min(received_at) AS oldest FROM waiting_annotations;

SELECT event_number, trace_id, span_id, allowed, event FROM waiting_events WHERE 1 ORDER BY event_number;

SELECT event_number, trace_id, span_id, allowed, event FROM waiting_events WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)) ORDER BY event_number;

SELECT id FROM (SELECT any(session_id) AS id, max(last) AS newest FROM (
  SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32}) WHERE positionCaseInsensitiveUTF8(id, {p1:String}) > 0 ORDER BY newest DESC LIMIT {p2:UInt64};

SELECT id FROM (SELECT any(session_id) AS id, max(last) AS newest FROM (
  SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32}) WHERE startsWith(id, {p1:String}) ORDER BY id LIMIT {p2:UInt64};

SELECT id, received_at, item FROM waiting_annotations WHERE 1 ORDER BY id LIMIT {p0:UInt64};

SELECT id, received_at, item FROM waiting_annotations WHERE id > {p0:UInt64} ORDER BY id LIMIT {p1:UInt64};

SELECT id, received_at, item FROM waiting_annotations WHERE received_at < {p0:Int64} ORDER BY id LIMIT {p1:UInt64};

SELECT id, received_at, item FROM waiting_annotations WHERE target = 0 AND target_id IN {p0:Array(String)} ORDER BY id LIMIT {p1:UInt64};

SELECT id, received_at, item FROM waiting_annotations WHERE target = 1 AND target_id IN {p0:Array(String)} ORDER BY id LIMIT {p1:UInt64};

SELECT id, received_at, item FROM waiting_annotations WHERE target = 2 AND target_id IN {p0:Array(String)} ORDER BY id LIMIT {p1:UInt64};

SELECT id, received_at, item FROM waiting_annotations WHERE target = 3 AND target_id IN {p0:Array(String)} ORDER BY id LIMIT {p1:UInt64};

SELECT id, version, name, description, purpose, sent_as, created_at, updated_at, is_deleted FROM projects ORDER BY version DESC LIMIT 1 BY id;

SELECT kind, max(taken_up_to) AS taken FROM numbers GROUP BY kind;

SELECT max(value) AS upto FROM marks WHERE name = 'healed';

SELECT number AS greatest FROM spans_by_number ORDER BY number DESC LIMIT 1;

SELECT number FROM (SELECT number, project FROM spans_by_number WHERE 1 ORDER BY number asc LIMIT 20000) WHERE project = {p0:UInt32} ORDER BY number asc LIMIT 1 OFFSET {p1:UInt64};

SELECT number FROM (SELECT number, project FROM spans_by_number WHERE 1 ORDER BY number desc LIMIT 20000) WHERE project = {p0:UInt32} ORDER BY number desc LIMIT 1 OFFSET {p1:UInt64};

SELECT number, resource, bytes FROM spans FINAL WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_number WHERE number IN {p0:Array(UInt64)}) AND number IN {p0:Array(UInt64)};

SELECT number, resource, resource_schema, scope, scope_schema, bytes FROM spans WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT place.1, place.2, place.3, toFixedString(unhex(place.4), 16), toFixedString(unhex(place.5), 8) FROM (SELECT arrayJoin(arrayZip({p0:Array(UInt32)}, {p1:Array(UInt32)}, {p2:Array(String)}, {p3:Array(String)}, {p4:Array(String)})) AS place))
  ORDER BY version DESC LIMIT 1 BY project, trace_id, span_id;

SELECT number, service FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)));

SELECT number, start FROM spans FINAL WHERE project IN {p0:Array(UInt32)} AND number <= {p1:UInt64} ORDER BY number DESC LIMIT 2001;

SELECT number, trace_id, span_id FROM spans FINAL WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_id WHERE span_id IN (SELECT span_id FROM waiting_events));

SELECT pair.1 AS field, pair.2 AS value, count() AS found FROM (SELECT arrayJoin([tuple('status', toNullable(if(error_count > 0, '2', '1'))), tuple('kind', toNullable(toString(root_kind))), tuple('name', toNullable(toString(root_name))), tuple('user', toNullable(trace_user)), tuple('session', toNullable(nullIf(session_id, '')))]) AS pair FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, multiIf(isNull(parent_id), 0, (trace_id, ifNull(parent_id, toFixedString('', 8))) NOT IN (
    SELECT trace_id, span_id FROM spans WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND first >= {p1:Int64} AND first < {p2:Int64}))), 1, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND first >= {p1:Int64} AND first < {p2:Int64}))) GROUP BY trace_id))
  GROUP BY field, value;

SELECT pair.1 AS field, pair.2 AS value, count() AS found FROM (SELECT arrayJoin([tuple('status', toNullable(toString(status))), tuple('kind', toNullable(toString(kind))), tuple('name', toNullable(toString(name))), tuple('model', toNullable(toString(model))), tuple('user', toNullable(user_id)), tuple('session', toNullable(nullIf(session_id, '')))]) AS pair FROM (SELECT * FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64}) AS s LEFT JOIN (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) AS f ON s.trace_id = f.trace_id)
  GROUP BY field, value;

SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision FROM spans FINAL
  WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE number IN {p0:Array(UInt64)}));

SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16))) AND kind IN (4, 7);

SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision FROM spans FINAL WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_id WHERE span_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 8))) ORDER BY number DESC;

SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision FROM spans FINAL WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_number WHERE number IN {p0:Array(UInt64)}) AND number IN {p0:Array(UInt64)};

SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision FROM spans WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16))) ORDER BY version DESC LIMIT 1 BY project, hour, conversation, trace_id, span_id;

SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, resource, resource_schema, scope, scope_schema, bytes FROM spans FINAL WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_number WHERE number IN {p0:Array(UInt64)}) AND number IN {p0:Array(UInt64)};

SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, resource, resource_schema, scope, scope_schema, bytes, service, service_version, environment FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)));

SELECT project, conversation, trace_id, span_id, number, trace_number, session_number, session, parent_id, name, kind, otel_kind, start, end, status, error_message, model, provider, prompt, completion, total, cache_read, cache_write, reasoning, audio, cost, repeats, user_id, documents, first_token, size, toUInt32(bitAnd(version, 524287)) AS revision, resource, resource_schema, scope, scope_schema, bytes, service, service_version, environment FROM spans FINAL WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_number WHERE number IN {p0:Array(UInt64)}) AND number IN {p0:Array(UInt64)};

SELECT project, hour, conversation, trace_id, min(number) AS number, min(start) AS start, max(end) AS end, max(session_number) AS session_number,
  max(session) AS session, groupUniqArray(_part) AS parts FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)) GROUP BY project, hour, conversation, trace_id;

SELECT project, max(start) AS last FROM spans WHERE project IN {p0:Array(UInt32)} GROUP BY project;

SELECT project, toUInt32(least(toInt64({p7:UInt32}), greatest(toInt64(0), toInt64(floor(toFloat64((start - start % 60000000000 - {p5:Int64})) / {p6:Float64}))))) AS bucket, count() AS spans, countIf(status = 2) AS errors FROM spans FINAL WHERE project IN {p0:Array(UInt32)} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND 1 GROUP BY project, bucket;

SELECT project, toUInt32(least(toInt64({p7:UInt32}), greatest(toInt64(0), toInt64(floor(toFloat64((start - start % 60000000000 - {p5:Int64})) / {p6:Float64}))))) AS bucket, if(end - start <= 1, toInt32(-1), toInt32(floor(log(toFloat64(end - start)) * 100))) AS grade, toFloat64(min(end - start)) AS nanos, count() AS spans FROM spans FINAL WHERE project IN {p0:Array(UInt32)} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND isNull(parent_id) AND end != start GROUP BY project, bucket, grade;

SELECT project, toUInt32(least(toInt64({p7:UInt32}), greatest(toInt64(0), toInt64(floor(toFloat64((start - start % 60000000000 - {p5:Int64})) / {p6:Float64}))))) AS bucket, if(toInt64(ifNull(first_token, 0)) <= 1, toInt32(-1), toInt32(floor(log(toFloat64(toInt64(ifNull(first_token, 0)))) * 100))) AS grade, toFloat64(min(toInt64(ifNull(first_token, 0)))) AS nanos, count() AS spans FROM spans FINAL WHERE project IN {p0:Array(UInt32)} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND kind = 7 AND isNotNull(first_token) GROUP BY project, bucket, grade;

SELECT project, toUInt32(least(toInt64({p7:UInt32}), greatest(toInt64(0), toInt64(floor(toFloat64((start - start % 60000000000 - {p5:Int64})) / {p6:Float64}))))) AS bucket, model, sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompts, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completions,
  sumIf(ifNull(cost, 0), kind IN (4, 7) AND repeats != 2) AS costs FROM spans FINAL WHERE project IN {p0:Array(UInt32)} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND 1 GROUP BY project, bucket, model HAVING prompts != 0 OR completions != 0 OR costs != 0;

SELECT project_id, least(toUInt64({p2:UInt64}), toUInt64(intDiv(first - {p1:Int64}, {p3:Int64}))) AS bucket, count() AS traces FROM (
  SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM spans FINAL WHERE project IN {p5:Array(UInt32)} AND status = 2) GROUP BY trace_id) WHERE project_id IN {p0:Array(UInt32)} AND first >= {p1:Int64} AND first < {p4:Int64} GROUP BY project_id, bucket;

SELECT project_id, toUInt32(least(toInt64({p3:UInt32}), greatest(toInt64(0), toInt64(floor(toFloat64((first - first % 60000000000 - {p1:Int64})) / {p2:Float64}))))) AS bucket, count() AS traces
  FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project IN {p6:Array(UInt32)}) GROUP BY trace_id) WHERE project_id IN {p0:Array(UInt32)} AND first >= {p4:Int64} AND first < {p5:Int64} GROUP BY project_id, bucket;

SELECT revision, change, kind, label, score, explanation, metadata, source, user, changed_at FROM annotations
  WHERE id IN {p0:Array(UInt64)} ORDER BY revision LIMIT 1 BY revision;

SELECT service, service_version, environment, intDiv(start, 600000000000) AS slot, min(start) AS since FROM spans FINAL
  WHERE project = {p0:UInt32} AND isNotNull(service) GROUP BY service, service_version, environment, slot;

SELECT session, min(number) AS session_no FROM sessions WHERE session IN {p0:Array(String)} GROUP BY session;

SELECT session_no, any(session_id) AS id, argMin(project_id, trace_number) AS session_project FROM (
  SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM sessions WHERE number IN {p0:Array(UInt64)}) GROUP BY trace_id)
  WHERE session_no IN (SELECT number FROM sessions WHERE number IN {p0:Array(UInt64)}) GROUP BY session_no;

SELECT session_no, any(session_id) AS id, argMin(project_id, trace_number) AS session_project FROM (
  SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM sessions WHERE session IN {p0:Array(String)}) GROUP BY trace_id)
  WHERE session_no IN (SELECT number FROM sessions WHERE session IN {p0:Array(String)}) GROUP BY session_no;

SELECT session_no, any(session_id) AS session_name, argMin(project_id, id) AS session_project,
  argMinIf(trace_user, tuple(start_time, id), isNotNull(trace_user)) AS session_user, min(start_time) AS session_start,
  max(end_time) AS session_end, count() AS trace_count, countIf(error_count > 0) AS error_traces,
  sum(prompt_tokens) AS session_prompt, sum(completion_tokens) AS session_completion, sumOrNull(cost_usd) AS session_cost
  FROM (SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE session_number IN {p0:Array(UInt64)}))) GROUP BY trace_id) WHERE session_no != 0 GROUP BY session_no;

SELECT session_no, max(last) - min(first) AS rank FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32} AND max(last) >= {p1:Int64} AND min(first) < {p2:Int64} AND (max(last) - min(first), session_no) <= ({p3:Int64}, {p4:UInt64}) ORDER BY rank desc, session_no desc LIMIT {p5:UInt64};

SELECT session_no, max(last) AS rank FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32} AND max(last) >= {p1:Int64} AND min(first) < {p2:Int64} AND (max(last), session_no) <= ({p3:Int64}, {p4:UInt64}) ORDER BY rank desc, session_no desc LIMIT {p5:UInt64};

SELECT session_no, min(first) AS rank FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32} AND max(last) >= {p1:Int64} AND min(first) < {p2:Int64} AND (min(first), session_no) <= ({p3:Int64}, {p4:UInt64}) ORDER BY rank desc, session_no desc LIMIT {p5:UInt64};

SELECT session_no, toInt64(count()) AS rank FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32} AND max(last) >= {p1:Int64} AND min(first) < {p2:Int64} AND (toInt64(count()), session_no) <= ({p3:Int64}, {p4:UInt64}) ORDER BY rank desc, session_no desc LIMIT {p5:UInt64};

SELECT session_no, toInt64(session_no) AS rank FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE session_number IN (SELECT session_number FROM traces_by_id WHERE project = {p0:UInt32} AND session_number != 0) GROUP BY trace_id)
  GROUP BY session_no HAVING argMin(project_id, trace_number) = {p0:UInt32} AND max(last) >= {p1:Int64} AND min(first) < {p2:Int64} AND (toInt64(session_no), session_no) <= ({p3:Int64}, {p4:UInt64}) ORDER BY rank desc, session_no desc LIMIT {p5:UInt64};

SELECT span_id, max(number) AS newest FROM spans FINAL WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_id WHERE span_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 8))) GROUP BY span_id;

SELECT span_id, number, project, documents FROM spans FINAL WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_id WHERE span_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 8))) ORDER BY number DESC;

SELECT start FROM spans WHERE project = {p0:UInt32} AND hour >= {p1:UInt32} ORDER BY start desc LIMIT 1 OFFSET {p2:UInt64};

SELECT start FROM spans WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64} AND number NOT IN (SELECT subject FROM (SELECT subject, assumeNotNull(avg(score_now)) AS mean_score FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND name = {p5:String} GROUP BY id)
  WHERE last_change != 2 AND isNotNull(score_now) GROUP BY subject)) AND hour <= {p6:UInt64} AND start < {p7:Int64} ORDER BY start desc LIMIT 1 OFFSET {p8:UInt64};

SELECT start FROM spans WHERE project = {p0:UInt32} AND isNull(parent_id) ORDER BY start asc LIMIT 1 OFFSET {p1:UInt64};

SELECT start FROM spans WHERE project = {p0:UInt32} AND isNull(parent_id) ORDER BY start desc LIMIT 1 OFFSET {p1:UInt64};

SELECT start FROM spans WHERE project = {p0:UInt32} ORDER BY start asc LIMIT 1 OFFSET {p1:UInt64};

SELECT start FROM spans WHERE project = {p0:UInt32} ORDER BY start desc LIMIT 1 OFFSET {p1:UInt64};

SELECT start, place, spans FROM (SELECT start, row_number() OVER (ORDER BY start DESC) AS place, count() OVER () AS spans FROM spans FINAL WHERE project = {p0:UInt32} AND hour >= {p1:UInt64} AND start >= {p2:Int64} AND hour <= {p3:UInt64} AND start < {p4:Int64}) WHERE place = 1 OR (place % {p5:UInt64} = 0 AND place < spans) ORDER BY start DESC, place;

SELECT sum(size) AS answer FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)));

SELECT sum(size) AS answer FROM spans FINAL WHERE project = {p0:UInt32};

SELECT table AS table_name, partition_id AS partition_name, sum(rows) AS part_rows, sum(bytes_on_disk) AS part_bytes,
  toString(sum(cityHash64(name))) AS state FROM system.parts
  WHERE database = currentDatabase() AND active GROUP BY table, partition_id;

SELECT toNullable(toString(model)) AS value, uniqExact(trace_id) AS found FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND first >= {p1:Int64} AND first < {p2:Int64})) AND kind IN (4, 7)
  AND isNotNull(model) GROUP BY model;

SELECT toUInt32(least(toInt64({p5:UInt32}), greatest(toInt64(0), toInt64(floor(toFloat64((owner_start - owner_start % 60000000000 - {p3:Int64})) / {p4:Float64}))))) AS bucket, title, annotator, label_now, count() AS annotations, count(score_now) AS scores,
  ifNull(sum(score_now), 0) AS score_sum FROM (SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 0 AND 1 GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 0) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2 AND owner_project = {p0:UInt32} AND owner_start >= {p1:Int64} AND owner_start < {p2:Int64}) GROUP BY bucket, title, annotator, label_now;

SELECT toUInt32(least(toInt64({p5:UInt32}), greatest(toInt64(0), toInt64(floor(toFloat64((owner_start - owner_start % 60000000000 - {p3:Int64})) / {p4:Float64}))))) AS bucket, title, annotator, label_now, count() AS annotations, count(score_now) AS scores,
  ifNull(sum(score_now), 0) AS score_sum FROM (SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 1 AND 1 GROUP BY id) AS a
  INNER JOIN (SELECT trace_number AS owner, project_id AS owner_project, first AS owner_start FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id
  WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE number IN (SELECT target_number FROM annotations WHERE target = 1)) GROUP BY trace_id)) AS o ON a.subject = o.owner WHERE last_change != 2 AND owner_project = {p0:UInt32} AND owner_start >= {p1:Int64} AND owner_start < {p2:Int64}) GROUP BY bucket, title, annotator, label_now;

SELECT toUInt32(least(toInt64({p5:UInt32}), greatest(toInt64(0), toInt64(floor(toFloat64((owner_start - owner_start % 60000000000 - {p3:Int64})) / {p4:Float64}))))) AS bucket, title, annotator, label_now, count() AS annotations, count(score_now) AS scores,
  ifNull(sum(score_now), 0) AS score_sum FROM (SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 2 AND 1 GROUP BY id) AS a
  INNER JOIN (SELECT session_no AS owner, argMin(project_id, trace_number) AS owner_project, min(first) AS owner_start
  FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id GROUP BY trace_id) WHERE session_no IN (SELECT target_number FROM annotations WHERE target = 2) GROUP BY session_no) AS o ON a.subject = o.owner WHERE last_change != 2 AND owner_project = {p0:UInt32} AND owner_start >= {p1:Int64} AND owner_start < {p2:Int64}) GROUP BY bucket, title, annotator, label_now;

SELECT toUInt32(least(toInt64({p5:UInt32}), greatest(toInt64(0), toInt64(floor(toFloat64((owner_start - owner_start % 60000000000 - {p3:Int64})) / {p4:Float64}))))) AS bucket, title, annotator, label_now, count() AS annotations, count(score_now) AS scores,
  ifNull(sum(score_now), 0) AS score_sum FROM (SELECT * FROM (SELECT id, any(target) AS target_kind, any(target_number) AS subject, any(target_id) AS subject_id, any(position) AS place,
  any(name) AS title, any(identifier) AS rater, min(changed_at) AS created_at, max(changed_at) AS updated_at, max(revision) AS last_revision,
  argMax(change, revision) AS last_change, argMax(kind, revision) AS annotator, argMax(tuple(label), revision).1 AS label_now,
  argMax(tuple(score), revision).1 AS score_now, argMax(tuple(explanation), revision).1 AS explanation_now,
  argMax(metadata, revision) AS metadata_now, argMax(source, revision) AS source_now, argMax(tuple(user), revision).1 AS user_now
  FROM annotations WHERE target = 3 AND 1 GROUP BY id) AS a
  INNER JOIN (SELECT number AS owner, argMax(project, version) AS owner_project, any(start) AS owner_start FROM spans_by_number
  WHERE number IN (SELECT target_number FROM annotations WHERE target = 3) GROUP BY number) AS o ON a.subject = o.owner WHERE last_change != 2 AND owner_project = {p0:UInt32} AND owner_start >= {p1:Int64} AND owner_start < {p2:Int64}) GROUP BY bucket, title, annotator, label_now;

SELECT trace_id FROM spans_by_number WHERE number > {p0:UInt64} GROUP BY trace_id
  HAVING min(trace_number) != max(trace_number) OR min(project) != max(project) OR uniqExactIf(session_number, session_number != 0) > 1;

SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), kind = 7 AND repeats = 0) AS prompt_tokens, sumIf(ifNull(completion, 0), kind = 7 AND repeats = 0) AS completion_tokens,
  sumOrNullIf(cost, kind IN (4, 7) AND repeats != 2) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, tuple(root_rank, start, number)) AS root_number, argMin(name, tuple(root_rank, start, number)) AS root_name, argMin(kind, tuple(root_rank, start, number)) AS root_kind,
  argMin(status, tuple(root_rank, start, number)) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, if(isNull(parent_id), 0, 2) AS root_rank FROM spans FINAL WHERE (project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 16)))) GROUP BY trace_id;

SELECT trace_id, span_id FROM spans WHERE (project, hour, conversation, trace_id, span_id) IN (SELECT project, hour, conversation, trace_id, span_id FROM spans_by_id WHERE span_id IN (SELECT toFixedString(unhex(arrayJoin({p0:Array(String)})), 8)));

SELECT trace_id, trace_number, first FROM (SELECT * FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM spans WHERE project = {p1:UInt32} AND hour <= {p2:UInt64} AND start < {p3:Int64}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND first <= {p4:Int64}) WHERE 1 ORDER BY first asc, trace_number asc LIMIT {p5:UInt64};

SELECT trace_id, trace_number, first FROM (SELECT * FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM spans WHERE project = {p1:UInt32} AND hour >= {p2:UInt64} AND start >= {p3:Int64}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND first >= {p4:Int64}) WHERE 1 ORDER BY first desc, trace_number desc LIMIT {p5:UInt64};

SELECT trace_id, trace_number, first FROM (SELECT * FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND (session_no IN {p1:Array(UInt64)} OR (session_no != 0 AND session_id IN {p2:Array(String)}))) WHERE (first, trace_number) <= ({p3:Int64}, {p4:UInt64}) ORDER BY first desc, trace_number desc LIMIT {p5:UInt64};

SELECT trace_number FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE project = {p0:UInt32} GROUP BY trace_id);

SELECT trace_number FROM (SELECT 
  trace_id, min(number) AS trace_number, argMin(project, number) AS project_id, min(start) AS first, max(end) AS last,
  max(session_number) AS session_no, max(session) AS session_id FROM traces_by_id WHERE trace_id IN (SELECT trace_id FROM traces_by_id WHERE project = {p0:UInt32}) GROUP BY trace_id) WHERE project_id = {p0:UInt32} AND first >= {p1:Int64} AND first < {p2:Int64};

SELECT value FROM marks FINAL WHERE name = 'reading';
