import { Type, type Static } from 'typebox';
import { Reading } from '../rereads/reread.ts';
import { count, dataOf, isoTime, nullable, oneOf } from '../wire/schema-parts.ts';

/**
 * The version of Phoenix whose interface this server speaks; its clients look at it before newer
 * calls.
 */
export const COMPATIBLE_VERSION = '20.26.1';

export const ServerInfo = Type.Object(
  {
    name: Type.String({ description: 'Name of the product.', examples: ['Telltale'] }),
    version: Type.String({ description: 'Its version.', examples: ['0.1.0'] }),
    started_at: isoTime('When the process started.'),
    http_port: Type.Integer({
      description: 'Port of the page, the REST interface and OTLP over HTTP.',
      examples: [6006],
    }),
    grpc_port: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Port of OTLP over gRPC; null when it is off.',
      examples: [4317],
    }),
    grpc_url: nullable(Type.String({ examples: ['https://tools.example.org:4318'] }), {
      description:
        'Address of OTLP over gRPC from outside, where it is not that port of this host (`SERVICE_GRPC_ROOT_URL`).',
    }),
    grpc_tls: Type.Boolean({
      description: 'Whether that port speaks TLS alone (`SERVICE_TLS_ENABLED`).',
    }),
    addresses: Type.Array(Type.String(), {
      description: 'Base addresses this server can be reached at.',
      examples: [['http://localhost:6006']],
    }),
    authentication: Type.Boolean({
      description: 'False means that anyone who reaches the port can read and delete everything.',
    }),
    support_email: nullable(Type.String({ examples: ['help@example.org'] }), {
      description: 'Whom to ask for help (`SERVICE_SUPPORT_EMAIL`).',
    }),
    spans_in: oneOf(['sqlite', 'clickhouse'], {
      description: 'Database of spans and annotations.',
    }),
    metadata_in: oneOf(['sqlite', 'postgresql'], {
      description: 'Database of users, keys, datasets, experiments and settings.',
    }),
    reading: Reading,
    management_url: nullable(Type.String({ examples: ['https://console.example.org'] }), {
      description: 'Where this server is managed (`SERVICE_MANAGEMENT_URL`).',
    }),
  },
  { title: 'ServerInfo' },
);
export type ServerInfo = Static<typeof ServerInfo>;
export const ServerInfoReply = dataOf(ServerInfo);
export const StorageReply = dataOf(
  Type.Record(Type.String(), Type.Number(), {
    description: 'Row counts, file sizes in bytes and bytes waiting to be reclaimed, by name.',
    examples: [{ spans: 120, database_bytes: 40960 }],
  }),
);
const TableSize = Type.Object(
  {
    name: Type.String({ description: 'The table; its indexes count with it.' }),
    bytes: count('Its size.'),
  },
  { title: 'TableSize' },
);
export const StorageTables = Type.Object(
  {
    measured_at: isoTime('When it was measured; the result is cached for a minute.'),
    files: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The database.', examples: ['spans.db'] }),
        bytes: count('Its file, without its write-ahead log.'),
        tables: Type.Array(TableSize, { description: 'The largest first.' }),
      }),
      { description: 'The databases.' },
    ),
  },
  { title: 'StorageTables' },
);
export type StorageTables = Static<typeof StorageTables>;
export const StorageTablesReply = dataOf(StorageTables);
export const Refusal = Type.Object(
  {
    time: isoTime('When it was refused.'),
    wire: oneOf(['http', 'grpc'], { description: 'How it came.' }),
    spans: nullable(count('Spans or log records refused.'), {
      description:
        'How many spans or log records were refused; null when the request was refused as a whole.',
    }),
    reason: Type.String({
      description: 'The reply to the sender.',
      examples: ["span 2 of 3: 'name' is missing"],
    }),
  },
  { title: 'Refusal' },
);
export type Refusal = Static<typeof Refusal>;
export const RefusalsReply = dataOf(Type.Array(Refusal, { maxItems: 50 }));
export const Liveness = Type.Object(
  { status: Type.String({ description: 'Always `ok`.', examples: ['ok'] }) },
  { title: 'Liveness' },
);
export const ReadinessReply = Type.Object(
  {
    ready: Type.Boolean({ description: 'Whether the server takes and serves data.' }),
    reasons: Type.Array(Type.String(), {
      description: 'The problems, in plain words; empty when ready.',
    }),
    authentication: Type.Boolean({ description: 'Whether authentication is on.' }),
  },
  { title: 'Readiness' },
);
