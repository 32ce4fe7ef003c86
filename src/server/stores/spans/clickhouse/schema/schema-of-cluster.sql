CREATE TABLE IF NOT EXISTS spans ON CLUSTER telltale (
  project UInt32,
  hour UInt32,
  conversation String,
  trace_id FixedString(16),
  span_id FixedString(8),
  number UInt64,
  version UInt64,
  trace_number UInt64,
  session_number UInt64,
  session String,
  parent_id Nullable(FixedString(8)),
  name LowCardinality(String),
  kind UInt8,
  otel_kind UInt8,
  start Int64,
  end Int64,
  status UInt8,
  error_message Nullable(String),
  model LowCardinality(Nullable(String)),
  provider LowCardinality(Nullable(String)),
  prompt Nullable(Float64),
  completion Nullable(Float64),
  total Nullable(Float64),
  cache_read Nullable(Float64),
  cache_write Nullable(Float64),
  reasoning Nullable(Float64),
  audio Nullable(Float64),
  cost Nullable(Float64),
  repeats UInt8,
  user_id Nullable(String),
  documents UInt32,
  first_token Nullable(Float64),
  service LowCardinality(Nullable(String)),
  service_version LowCardinality(Nullable(String)),
  environment LowCardinality(Nullable(String)),
  resource String CODEC(ZSTD(3)),
  resource_schema LowCardinality(String),
  scope String CODEC(ZSTD(3)),
  scope_schema LowCardinality(String),
  bytes String CODEC(ZSTD(3)),
  words_apart String CODEC(ZSTD(3)),
  size UInt32,
  INDEX word_ngrams concat(lower(bytes), ' ', words_apart) TYPE ngrambf_v1(4, 131072, 1, 0) GRANULARITY 1
) ENGINE = ReplicatedReplacingMergeTree(version) PARTITION BY intDiv(hour, 24) ORDER BY (project, hour, conversation, trace_id, span_id);

CREATE TABLE IF NOT EXISTS span_keys ON CLUSTER telltale (
  project UInt32,
  hour UInt32,
  conversation String,
  trace_id FixedString(16),
  span_id FixedString(8),
  number UInt64,
  version UInt64,
  trace_number UInt64,
  session_number UInt64,
  session String,
  start Int64,
  end Int64
) ENGINE = Null;

CREATE TABLE IF NOT EXISTS traces_by_id ON CLUSTER telltale (
  trace_id FixedString(16), project UInt32, hour UInt32, conversation String,
  number SimpleAggregateFunction(min, UInt64),
  start SimpleAggregateFunction(min, Int64),
  end SimpleAggregateFunction(max, Int64),
  session_number SimpleAggregateFunction(max, UInt64),
  session SimpleAggregateFunction(max, String),
  INDEX number_bloom number TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = ReplicatedAggregatingMergeTree ORDER BY (trace_id, project, hour, conversation) SETTINGS index_granularity = 1024;

CREATE TABLE IF NOT EXISTS spans_by_id ON CLUSTER telltale (
  span_id FixedString(8), project UInt32, hour UInt32, conversation String, trace_id FixedString(16), number UInt64, version UInt64
) ENGINE = ReplicatedReplacingMergeTree(version) ORDER BY (span_id, project, hour, conversation, trace_id) SETTINGS index_granularity = 1024;

CREATE TABLE IF NOT EXISTS spans_by_number ON CLUSTER telltale (
  number UInt64, project UInt32, hour UInt32, conversation String, trace_id FixedString(16), span_id FixedString(8), trace_number UInt64,
  session_number UInt64, start Int64, version UInt64
) ENGINE = ReplicatedReplacingMergeTree(version) ORDER BY number SETTINGS index_granularity = 1024;

CREATE TABLE IF NOT EXISTS sessions ON CLUSTER telltale (
  session String, number UInt64, trace_id FixedString(16)
) ENGINE = ReplicatedReplacingMergeTree ORDER BY (session, number, trace_id) SETTINGS index_granularity = 1024;

CREATE TABLE IF NOT EXISTS projects ON CLUSTER telltale (
  id UInt32, version UInt64, name String, description Nullable(String), purpose Nullable(String), sent_as Nullable(String),
  created_at Int64, updated_at Int64, is_deleted UInt8
) ENGINE = ReplicatedReplacingMergeTree(version) ORDER BY id;

CREATE TABLE IF NOT EXISTS numbers ON CLUSTER telltale (
  kind String, taken_up_to UInt64
) ENGINE = ReplicatedReplacingMergeTree(taken_up_to) ORDER BY kind;

CREATE TABLE IF NOT EXISTS annotations ON CLUSTER telltale (
  target UInt8, target_number UInt64, id UInt64, revision UInt32, target_id String, position Nullable(UInt32),
  name LowCardinality(String), identifier String, change UInt8, kind UInt8, label Nullable(String), score Nullable(Float64),
  explanation Nullable(String), metadata String, source UInt8, user Nullable(UInt32), changed_at Int64,
  INDEX id_bloom id TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = ReplicatedReplacingMergeTree ORDER BY (target, target_number, id, revision) SETTINGS index_granularity = 1024;

CREATE TABLE IF NOT EXISTS waiting_annotations ON CLUSTER telltale (
  id UInt64, target UInt8, target_id String, received_at Int64, size UInt32, item String CODEC(ZSTD(3))
) ENGINE = ReplicatedReplacingMergeTree ORDER BY id;

CREATE TABLE IF NOT EXISTS waiting_events ON CLUSTER telltale (
  trace_id FixedString(16), span_id FixedString(8), received_at Int64, event_number UInt64, allowed String,
  event String CODEC(ZSTD(3))
) ENGINE = ReplicatedReplacingMergeTree ORDER BY (trace_id, span_id, event_number);

CREATE TABLE IF NOT EXISTS marks ON CLUSTER telltale (
  name String, version UInt64, value UInt64
) ENGINE = ReplicatedReplacingMergeTree(version) ORDER BY name;

CREATE MATERIALIZED VIEW IF NOT EXISTS fill_traces_by_id ON CLUSTER telltale TO traces_by_id AS SELECT 
  trace_id, project, hour, conversation,
  min(s.trace_number) AS number,
  min(s.start) AS start,
  max(greatest(s.start, s.end)) AS end,
  max(s.session_number) AS session_number,
  max(s.session) AS session FROM span_keys AS s GROUP BY trace_id, project, hour, conversation;

CREATE MATERIALIZED VIEW IF NOT EXISTS fill_spans_by_id ON CLUSTER telltale TO spans_by_id AS SELECT span_id, project, hour, conversation, trace_id, number, version FROM span_keys;

CREATE MATERIALIZED VIEW IF NOT EXISTS fill_spans_by_number ON CLUSTER telltale TO spans_by_number AS SELECT number, project, hour, conversation, trace_id, span_id, trace_number, session_number, start, version FROM span_keys;

CREATE MATERIALIZED VIEW IF NOT EXISTS fill_sessions ON CLUSTER telltale TO sessions AS SELECT session, session_number AS number, trace_id FROM span_keys WHERE session_number != 0;
