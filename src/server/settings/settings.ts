import { LOG_LEVELS } from '#server/telemetry/log.ts';
import {
  booleanValue,
  bytes,
  databaseUrl,
  directory,
  duration,
  host,
  httpUrl,
  integer,
  mailAddress,
  oneOf,
  port,
  rootPath,
} from './setting-parsers.ts';
import { CLICKHOUSE_SETTINGS } from './clickhouse-settings.ts';
import { DIRECTORY_SETTINGS } from './directory-settings.ts';
import { MAIL_SETTINGS } from './mail-settings.ts';
import { POSTGRES_SETTINGS } from './postgres-settings.ts';
import { SECURITY_SETTINGS } from './security-settings.ts';
import { LIMIT_SETTINGS, FLOW_SETTINGS } from './limit-settings.ts';
import { TLS_SETTINGS } from './tls-settings.ts';
import { SIGN_IN_SETTINGS, APP_SETTINGS } from './sign-in-settings.ts';
import { optional, setting, type Setting } from './setting.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/**
 * Every setting the server acts upon. The help text and the table in the documentation are made
 * from this list.
 */
export const SETTINGS = {
  port: setting(
    'PORT',
    'Network',
    port,
    6006,
    'Port of the page, the REST interface and OTLP over HTTP.',
  ),
  host: setting('HOST', 'Network', host, '0.0.0.0', 'Address to listen on, for HTTP and gRPC.'),
  grpcPort: setting('GRPC_PORT', 'Network', port, 4317, 'Port of OTLP over gRPC.'),
  enableGrpc: setting(
    'ENABLE_GRPC',
    'Network',
    booleanValue,
    true,
    'Whether to listen for OTLP over gRPC.',
  ),
  rootUrl: setting(
    'ROOT_URL',
    'Network',
    optional(httpUrl),
    null,
    'Address under which browsers reach the server, such as that of a reverse proxy; shown at start.',
    'http://localhost:PORT',
  ),
  grpcRootUrl: setting(
    'GRPC_ROOT_URL',
    'Network',
    optional(httpUrl),
    null,
    'Address under which exporters reach OTLP over gRPC, such as https://tools.example.org:4318 at a reverse proxy; shown on the page.',
    'http://HOST:GRPC_PORT',
  ),
  rootPath: setting(
    'HOST_ROOT_PATH',
    'Network',
    rootPath,
    '',
    'Path before all others behind a reverse proxy, such as /telltale; whether the proxy takes it off does not matter.',
    'none',
  ),
  workingDir: setting(
    'WORKING_DIR',
    'Storage',
    directory,
    directory.parse('~/.telltale') ?? '.telltale',
    'Directory of all data.',
    '~/.telltale',
  ),
  database: setting(
    'SQL_DATABASE_URL',
    'Storage',
    optional(databaseUrl),
    null,
    'Where the data is, in place of the working directory: sqlite:///path/to/file.db, or sqlite:///:memory: for a temporary directory. postgresql://… keeps metadata in PostgreSQL, and spans in the working directory or in ClickHouse.',
    'the working directory',
  ),
  ...POSTGRES_SETTINGS,
  ...CLICKHOUSE_SETTINGS,
  minFreeDiskBytes: setting(
    'MIN_FREE_DISK_BYTES',
    'Storage',
    bytes(0, 1024 ** 5),
    GIB,
    'With less free disk than this, spans are refused with 503; reading and deleting go on.',
  ),
  defaultRetentionDays: setting(
    'DEFAULT_RETENTION_POLICY_DAYS',
    'Storage',
    integer(0, 36_500),
    0,
    'Traces older than this many days are deleted; 0 keeps them forever.',
  ),
  annotationWaitMs: setting(
    'ANNOTATION_WAIT',
    'Storage',
    duration(1_000, 2_592_000_000),
    86_400_000,
    'How long an annotation that came before its span, trace or session waits for it.',
    '24h',
  ),
  rereadAfterUpgrade: setting(
    'REREAD_AFTER_UPGRADE',
    'Storage',
    booleanValue,
    true,
    'After an upgrade that reads spans better, those stored before are read again in the background; false leaves that to a button in the settings.',
  ),
  readerThreads: setting(
    'READER_THREADS',
    'Storage',
    integer(1, 16),
    2,
    'Threads that answer queries; as many more may run while queries take long.',
  ),

  bodyBytesMax: setting(
    'MAX_BODY_BYTES',
    'Limits',
    bytes(1024, 512 * MIB),
    64 * MIB,
    'Largest export request as received, HTTP and gRPC.',
  ),
  inflatedBytesMax: setting(
    'MAX_INFLATED_BYTES',
    'Limits',
    bytes(1024, 512 * MIB),
    64 * MIB,
    'Largest export request once inflated.',
  ),
  spansPerRequestMax: setting(
    'MAX_SPANS_PER_REQUEST',
    'Limits',
    integer(1, 1_000_000),
    20_000,
    'Spans in one export request.',
  ),
  elementsPerRequestMax: setting(
    'MAX_ELEMENTS_PER_REQUEST',
    'Limits',
    integer(1, 10_000_000),
    200_000,
    'Spans, events, links and the messages round them in one export request.',
  ),
  attributesPerSpanMax: setting(
    'MAX_ATTRIBUTES_PER_SPAN',
    'Limits',
    integer(1, 1_000_000),
    1_024,
    'Attributes of one span; a span with more is refused alone.',
  ),
  attributeKeyBytesMax: setting(
    'MAX_ATTRIBUTE_KEY_BYTES',
    'Limits',
    bytes(1, MIB),
    1024,
    'Longest attribute key.',
  ),
  attributeValueBytesMax: setting(
    'MAX_ATTRIBUTE_VALUE_BYTES',
    'Limits',
    bytes(1, 512 * MIB),
    8 * MIB,
    'Largest attribute value; values are stored whole, never cut.',
  ),
  attributeDepthMax: setting(
    'MAX_ATTRIBUTE_DEPTH',
    'Limits',
    integer(1, 64),
    32,
    'Levels of nested attribute values that are read; deeper ones are kept as bytes.',
  ),
  queueSpansMax: setting(
    'MAX_SPANS_QUEUE_SIZE',
    'Limits',
    integer(1, 10_000_000),
    20_000,
    'Spans waiting to be written before requests are refused with 503.',
  ),
  queueBytesMax: setting(
    'MAX_QUEUE_BYTES',
    'Limits',
    bytes(1024, 64 * GIB),
    128 * MIB,
    'Bytes of export requests held at once before requests are refused with 503.',
  ),
  jsonBodyBytesMax: setting(
    'MAX_JSON_BODY_BYTES',
    'Limits',
    bytes(1024, 512 * MIB),
    MIB,
    'Largest body of a REST request.',
  ),
  spansBodyBytesMax: setting(
    'MAX_SPANS_JSON_BODY_BYTES',
    'Limits',
    bytes(1024, 512 * MIB),
    32 * MIB,
    'Largest body of a REST request that carries spans.',
  ),
  datasetJsonBodyBytesMax: setting(
    'MAX_DATASET_JSON_BODY_BYTES',
    'Limits',
    bytes(1024, 512 * MIB),
    128 * MIB,
    'Largest upload of a dataset as one JSON document, which is held in memory while it is read; files may be larger.',
  ),
  uploadBytesMax: setting(
    'MAX_UPLOAD_BYTES',
    'Limits',
    bytes(1024, 1024 * GIB),
    4 * GIB,
    'Largest upload of a dataset or of evaluations as a file, which takes as much disk while it is read.',
  ),
  fileRowsMax: setting(
    'MAX_FILE_ROWS',
    'Limits',
    integer(1, 100_000_000),
    2_000_000,
    'Rows of one uploaded file or JSON document; one with more is refused.',
  ),
  fileInflatedBytesMax: setting(
    'MAX_FILE_UNPACKED_BYTES',
    'Limits',
    bytes(1024, 1024 * GIB),
    8 * GIB,
    'Bytes of one uploaded file once it is unpacked, where it is compressed; one that has more is refused with 413.',
  ),
  queuedUploadsMax: setting(
    'MAX_QUEUED_UPLOADS',
    'Limits',
    integer(0, 100_000),
    1_000,
    'Uploads of datasets that may wait (sync=false) before further ones are refused with 429.',
  ),
  ...FLOW_SETTINGS,
  liveConnectionsMax: setting(
    'MAX_LIVE_CONNECTIONS',
    'Limits',
    integer(0, 100_000),
    200,
    'Pages that follow a project live at the same time.',
  ),
  headersTimeoutMs: setting(
    'HEADERS_TIMEOUT',
    'Limits',
    duration(100, 3_600_000),
    10_000,
    'Time for the headers of a request to arrive.',
    '10s',
  ),
  requestTimeoutMs: setting(
    'REQUEST_TIMEOUT',
    'Limits',
    duration(100, 3_600_000),
    60_000,
    'Time for a whole request to arrive.',
    '60s',
  ),
  keepAliveTimeoutMs: setting(
    'KEEP_ALIVE_TIMEOUT',
    'Limits',
    duration(1_000, 3_600_000),
    72_000,
    'How long an idle connection is kept.',
    '72s',
  ),
  bodyBytesPerSecondMin: setting(
    'MIN_BODY_BYTES_PER_SECOND',
    'Limits',
    bytes(0, GIB),
    1024,
    'A body that arrives slower than this is cut off.',
  ),
  queryTimeoutMs: setting(
    'QUERY_TIMEOUT',
    'Limits',
    duration(100, 3_600_000),
    10_000,
    'Longest a query may run before it is stopped with 408; a list by time replies with what it found until then.',
    '10s',
  ),

  managementUrl: setting(
    'MANAGEMENT_URL',
    'Operation',
    optional(httpUrl),
    null,
    'Where this server is managed, such as a console of yours; the page links to it under Your account and Settings.',
    'none',
  ),
  supportEmail: setting(
    'SUPPORT_EMAIL',
    'Operation',
    optional(mailAddress),
    null,
    'Whom people ask for help; the page links to it on the sign-in screens, under Your account and Settings.',
    'none',
  ),
  enablePrometheus: setting(
    'ENABLE_PROMETHEUS',
    'Operation',
    booleanValue,
    false,
    'Serve metrics on the Prometheus port.',
  ),
  prometheusPort: setting('PROMETHEUS_PORT', 'Operation', port, 9090, 'Port of the metrics.'),
  logLevel: setting(
    'LOGGING_LEVEL',
    'Operation',
    oneOf(...LOG_LEVELS),
    'info',
    'Least important log lines to write.',
  ),
  shutdownGraceMs: setting(
    'SHUTDOWN_GRACE',
    'Operation',
    duration(100, 60_000),
    5_000,
    'Time for requests in flight to be answered at SIGTERM; closing the databases may take 4.5 s more.',
    '5s',
  ),
  telemetryEnabled: setting(
    'TELEMETRY_ENABLED',
    'Operation',
    booleanValue,
    false,
    'Trace the server itself; nothing leaves it unless an endpoint is given too.',
  ),
  telemetryEndpoint: setting(
    'SERVER_INSTRUMENTATION_OTLP_TRACE_COLLECTOR_HTTP_ENDPOINT',
    'Operation',
    optional(httpUrl),
    null,
    'OTLP/HTTP address the server sends its own traces to.',
    'none',
  ),

  ...SECURITY_SETTINGS,
  ...TLS_SETTINGS,
  ...SIGN_IN_SETTINGS,
  ...APP_SETTINGS,
  ...DIRECTORY_SETTINGS,
  ...MAIL_SETTINGS,
  ...LIMIT_SETTINGS,
} satisfies Record<string, Setting<unknown>>;

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The value of each setting, by its key. */
export type SettingValues = {
  readonly [Key in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Key]>;
};
