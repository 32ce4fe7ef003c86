import { SPAN_COLUMNS, SPAN_KEY_COLUMNS, WORDS_SQL } from './span-columns.ts';

/** Where a span lies, in the order of its table. */
export const PLACE = 'project, hour, conversation, trace_id';
const PLACE_COLUMNS = 'project UInt32, hour UInt32, conversation String, trace_id FixedString(16)';

/** What a trace's row in `traces_by_id` says, from its spans `s`. */
export const TRACE_SUMMARY_SQL = `
  trace_id, project, hour, conversation,
  min(s.trace_number) AS number,
  min(s.start) AS start,
  max(greatest(s.start, s.end)) AS end,
  max(s.session_number) AS session_number,
  max(s.session) AS session`;

interface Table {
  readonly name: string;
  readonly columns: string;
  /** A MergeTree family name with its arguments. */
  readonly engine: string;
  readonly rest: string;
}

const TABLES: readonly Table[] = [
  {
    name: 'spans',
    columns: [
      ...SPAN_COLUMNS.map(({ name, type }) => `${name} ${type}`),
      `INDEX word_ngrams ${WORDS_SQL} TYPE ngrambf_v1(4, 131072, 1, 0) GRANULARITY 1`,
    ].join(',\n  '),
    engine: 'ReplacingMergeTree(version)',
    rest: `PARTITION BY intDiv(hour, 24) ORDER BY (${PLACE}, span_id)`,
  },
  {
    // What is inserted here goes to the views, before the spans themselves are inserted.
    name: 'span_keys',
    columns: SPAN_KEY_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(',\n  '),
    engine: 'Null',
    rest: '',
  },
  {
    name: 'traces_by_id',
    columns: `trace_id FixedString(16), project UInt32, hour UInt32, conversation String,
  number SimpleAggregateFunction(min, UInt64),
  start SimpleAggregateFunction(min, Int64),
  end SimpleAggregateFunction(max, Int64),
  session_number SimpleAggregateFunction(max, UInt64),
  session SimpleAggregateFunction(max, String),
  INDEX number_bloom number TYPE bloom_filter(0.001) GRANULARITY 1`,
    engine: 'AggregatingMergeTree',
    rest: 'ORDER BY (trace_id, project, hour, conversation) SETTINGS index_granularity = 1024',
  },
  {
    name: 'spans_by_id',
    columns: `span_id FixedString(8), ${PLACE_COLUMNS}, number UInt64, version UInt64`,
    engine: 'ReplacingMergeTree(version)',
    rest: `ORDER BY (span_id, ${PLACE}) SETTINGS index_granularity = 1024`,
  },
  {
    name: 'spans_by_number',
    columns: `number UInt64, ${PLACE_COLUMNS}, span_id FixedString(8), trace_number UInt64,
  session_number UInt64, start Int64, version UInt64`,
    engine: 'ReplacingMergeTree(version)',
    rest: 'ORDER BY number SETTINGS index_granularity = 1024',
  },
  {
    name: 'sessions',
    columns: 'session String, number UInt64, trace_id FixedString(16)',
    engine: 'ReplacingMergeTree',
    rest: 'ORDER BY (session, number, trace_id) SETTINGS index_granularity = 1024',
  },
  {
    name: 'projects',
    columns: `id UInt32, version UInt64, name String, description Nullable(String), purpose Nullable(String), sent_as Nullable(String),
  created_at Int64, updated_at Int64, is_deleted UInt8`,
    engine: 'ReplacingMergeTree(version)',
    rest: 'ORDER BY id',
  },
  {
    name: 'numbers',
    columns: 'kind String, taken_up_to UInt64',
    engine: 'ReplacingMergeTree(taken_up_to)',
    rest: 'ORDER BY kind',
  },
  {
    name: 'annotations',
    columns: `target UInt8, target_number UInt64, id UInt64, revision UInt32, target_id String, position Nullable(UInt32),
  name LowCardinality(String), identifier String, change UInt8, kind UInt8, label Nullable(String), score Nullable(Float64),
  explanation Nullable(String), metadata String, source UInt8, user Nullable(UInt32), changed_at Int64,
  INDEX id_bloom id TYPE bloom_filter(0.001) GRANULARITY 1`,
    engine: 'ReplacingMergeTree',
    rest: 'ORDER BY (target, target_number, id, revision) SETTINGS index_granularity = 1024',
  },
  {
    name: 'waiting_annotations',
    columns:
      'id UInt64, target UInt8, target_id String, received_at Int64, size UInt32, item String CODEC(ZSTD(3))',
    engine: 'ReplacingMergeTree',
    rest: 'ORDER BY id',
  },
  {
    name: 'waiting_events',
    columns: `trace_id FixedString(16), span_id FixedString(8), received_at Int64, event_number UInt64, allowed String,
  event String CODEC(ZSTD(3))`,
    engine: 'ReplacingMergeTree',
    rest: 'ORDER BY (trace_id, span_id, event_number)',
  },
  {
    name: 'marks',
    columns: 'name String, version UInt64, value UInt64',
    engine: 'ReplacingMergeTree(version)',
    rest: 'ORDER BY name',
  },
];

/**
 * The tables beside spans, filled by their keys. The engine fills a table and its views one after
 * the other: if it ended in between, spans would be stored that no index finds. So the keys come
 * first, in a statement of their own; an index may name what is not there.
 */
const VIEWS: readonly { readonly to: string; readonly select: string }[] = [
  {
    to: 'traces_by_id',
    select: `SELECT ${TRACE_SUMMARY_SQL} FROM span_keys AS s GROUP BY trace_id, project, hour, conversation`,
  },
  { to: 'spans_by_id', select: `SELECT span_id, ${PLACE}, number, version FROM span_keys` },
  {
    to: 'spans_by_number',
    select: `SELECT number, ${PLACE}, span_id, trace_number, session_number, start, version FROM span_keys`,
  },
  {
    to: 'sessions',
    select:
      'SELECT session, session_number AS number, trace_id FROM span_keys WHERE session_number != 0',
  },
];

/**
 * The statements that make the tables where they are missing. On a cluster, each replica has all of
 * them, and an insert waits for most of them; on a single server it waits for its disk.
 */
export function tableStatements(cluster: string | null): readonly string[] {
  const on = onCluster(cluster);
  return [
    ...TABLES.map((table) => tableStatement(table, cluster)),
    ...VIEWS.map(
      ({ to, select }) =>
        `CREATE MATERIALIZED VIEW IF NOT EXISTS fill_${to}${on} TO ${to} AS ${select.trim()}`,
    ),
  ];
}

function tableStatement({ name, columns, engine, rest }: Table, cluster: string | null): string {
  const on = onCluster(cluster);
  const head = `CREATE TABLE IF NOT EXISTS ${name}${on} (\n  ${columns}\n) ENGINE = `;
  if (engine === 'Null') return head + engine;
  const split = rest.indexOf(' SETTINGS ');
  const [order, settings] =
    split === -1 ? [rest, []] : [rest.slice(0, split), [rest.slice(split + ' SETTINGS '.length)]];
  const all = [
    ...settings,
    ...(cluster === null ? ['fsync_after_insert = 1', 'fsync_part_directory = 1'] : []),
  ];
  const suffix = all.length === 0 ? '' : ` SETTINGS ${all.join(', ')}`;
  const replicated = cluster === null ? engine : `Replicated${engine}`;
  return `${head}${replicated} ${order}${suffix}`;
}

function onCluster(cluster: string | null): string {
  return cluster === null ? '' : ` ON CLUSTER ${cluster}`;
}
