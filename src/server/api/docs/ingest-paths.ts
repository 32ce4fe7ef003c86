import { EXPORT_ACCESS } from '#core/access/export-access.ts';
import { documentedAccess } from '../kit/route/access-gate.ts';
import { ERROR_EXAMPLES } from '../kit/reply/error-reply.ts';
import { ERROR_CODES, type ErrorCode } from '#contracts/wire/errors.ts';
import { ErrorBody } from '#contracts/wire/http-error.ts';
import { Liveness, ReadinessReply } from '#contracts/server/server-info.ts';

/**
 * Documents the routes that other parts of the server add to this interface: OTLP over HTTP, and
 * health.
 */

const RPC_STATUS = {
  title: 'RpcStatus',
  type: 'object',
  required: ['message'],
  properties: {
    code: { type: 'integer', description: 'Number of google.rpc.Code.', examples: [3] },
    message: {
      type: 'string',
      description: 'The error message.',
      examples: ['the body ends inside a span'],
    },
  },
};

/** A refusal of the export, spelled as the request was. */
function status(
  code: ErrorCode,
  message: string,
  description: string = ERROR_EXAMPLES[code].description,
): Record<number, object> {
  const { http, grpc } = ERROR_CODES[code];
  const content = {
    'application/x-protobuf': {
      schema: { type: 'string', format: 'binary', description: 'google.rpc.Status' },
    },
    'application/json': { schema: RPC_STATUS, example: { code: grpc, message } },
  };
  return { [http]: { description, content } };
}

const encoding = {
  name: 'content-encoding',
  in: 'header',
  required: false,
  description: 'gzip, deflate, zstd or identity.',
  schema: { type: 'string', examples: ['gzip'] },
};
const projectHeader = (description: string) => ({
  name: 'x-project-name',
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', examples: ['default'] },
});

/** Health asks for no key, but answers for the server's own names alone, as all else does. */
const unknownHost = {
  [ERROR_CODES.forbidden.http]: {
    description: 'The server does not answer for that host name (`SERVICE_ALLOWED_HOSTS`).',
    content: {
      'application/json': {
        schema: ErrorBody,
        example: {
          detail:
            "This server does not answer for the host 'evil.example'. SERVICE_ALLOWED_HOSTS lists the names it has.",
        },
      },
    },
  },
};

const health = (path: string, alias: boolean) => ({
  get: {
    operationId: `liveness${alias ? 'Alias' : ''}`,
    ...documentedAccess('open'),
    tags: ['server'],
    summary: alias ? 'Liveness, other spelling' : 'Liveness',
    description: `\`${path}\` answers as long as the process serves requests; it never touches the database.`,
    responses: {
      200: {
        description: 'Alive.',
        content: alias
          ? { 'text/plain': { schema: { type: 'string', examples: ['OK'] } } }
          : { 'application/json': { schema: Liveness } },
      },
      ...unknownHost,
    },
  },
});
const ready = (path: string, alias: boolean) => ({
  get: {
    operationId: `readiness${alias ? 'Alias' : ''}`,
    ...documentedAccess('open'),
    tags: ['server'],
    summary: alias ? 'Readiness, other spelling' : 'Readiness',
    description: `\`${path}\` says whether the server takes and serves data, and if not, why.`,
    responses: {
      200: { description: 'Ready.', content: { 'application/json': { schema: ReadinessReply } } },
      ...unknownHost,
      503: {
        description: 'Not ready; `reasons` says why.',
        content: {
          'application/json': {
            schema: ReadinessReply,
            example: {
              ready: false,
              reasons: [
                'starting: the stores are being opened, and their schemas brought up to date',
              ],
              authentication: true,
            },
          },
        },
      },
    },
  },
});

const binary = (description: string) => ({
  schema: { type: 'string', format: 'binary', description },
});

/** The differences between the exports of spans and of log records. */
interface DocumentedExport {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly project: string;
  /** Names of OTLP's messages: of the request, of the reply, and of its `partialSuccess`. */
  readonly messages: readonly [request: string, reply: string, partial: string];
  readonly groups: string;
  readonly groupsDescription: string;
  readonly rejected: string;
  readonly rejectedDescription: string;
  readonly refusal: string;
  readonly example: object;
}

const resource = {
  attributes: [{ key: 'openinference.project.name', value: { stringValue: 'default' } }],
};
const ids = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: '5fb0c4e8a1b2c3d4' };

const traces: DocumentedExport = {
  operationId: 'exportTraces',
  summary: 'Receive spans (OTLP over HTTP)',
  description:
    'Takes an OTLP ExportTraceServiceRequest as protobuf or JSON. A 200 means that the spans are on disk and visible. A span that cannot be stored is refused alone and named in `partial_success`; a span that was stored before changes nothing.',
  project: 'Project of all spans; wins over the resource attribute `openinference.project.name`.',
  messages: [
    'ExportTraceServiceRequest',
    'ExportTraceServiceResponse',
    'ExportTracePartialSuccess',
  ],
  groups: 'resourceSpans',
  groupsDescription: 'Spans by resource and scope.',
  rejected: 'rejectedSpans',
  rejectedDescription: 'Spans that were refused.',
  refusal: 'span 3 (5fb0c4e8a1b2c3d4): trace_id has 8 bytes, not 16',
  example: {
    scopeSpans: [
      {
        spans: [
          {
            ...ids,
            name: 'hello',
            startTimeUnixNano: '1795198560000000000',
            endTimeUnixNano: '1795198561000000000',
          },
        ],
      },
    ],
  },
};

const logs: DocumentedExport = {
  operationId: 'exportLogs',
  summary: 'Receive GenAI events (OTLP logs over HTTP)',
  description:
    'Takes an OTLP ExportLogsServiceRequest as protobuf or JSON. Log records that are GenAI events (their event name begins with `gen_ai.`, and they have a trace id and a span id) become events of their span, whether that comes before or after them; a body becomes the attribute `gen_ai.event.content`. A 200 means that they are on disk. An event that arrives before its span is visible with it; a later one shortly afterwards. Duplicate events are ignored; an event whose span doesn’t arrive within an hour is dropped. Other log records are refused individually and named in `partial_success`.',
  project:
    'Checked for a key that is limited to projects, as with spans. Events are in the project of their span, whatever it says.',
  messages: ['ExportLogsServiceRequest', 'ExportLogsServiceResponse', 'ExportLogsPartialSuccess'],
  groups: 'resourceLogs',
  groupsDescription: 'Log records by resource and scope.',
  rejected: 'rejectedLogRecords',
  rejectedDescription: 'Log records that were refused.',
  refusal:
    "log record 0: event_name must begin with 'gen_ai.', since only GenAI events are stored; it has none",
  example: {
    scopeLogs: [
      {
        logRecords: [
          {
            ...ids,
            timeUnixNano: '1795198560000000000',
            eventName: 'gen_ai.user.message',
            body: {
              kvlistValue: {
                values: [{ key: 'content', value: { stringValue: 'Is anybody there?' } }],
              },
            },
          },
        ],
      },
    ],
  },
};

function exportPath(of: DocumentedExport): object {
  const [request, reply, partial] = of.messages;
  const exportReply = {
    title: reply,
    type: 'object',
    properties: {
      partialSuccess: {
        title: partial,
        type: 'object',
        description: 'Absent when everything was stored.',
        properties: {
          [of.rejected]: {
            type: ['string', 'integer'],
            description: of.rejectedDescription,
            examples: ['1'],
          },
          errorMessage: {
            type: 'string',
            description: 'Which of them, which fields, and why.',
            examples: [of.refusal],
          },
        },
      },
    },
  };
  return {
    post: {
      operationId: of.operationId,
      tags: ['ingest'],
      summary: of.summary,
      description: of.description,
      ...documentedAccess(EXPORT_ACCESS),
      parameters: [encoding, projectHeader(of.project)],
      requestBody: {
        required: true,
        content: {
          'application/x-protobuf': binary(request),
          'application/json': {
            schema: {
              title: request,
              type: 'object',
              description:
                "OTLP's JSON mapping: lowerCamelCase, ids in hex, enumerations as numbers.",
              properties: {
                [of.groups]: {
                  type: 'array',
                  items: { type: 'object' },
                  description: of.groupsDescription,
                },
              },
            },
            example: { [of.groups]: [{ resource, ...of.example }] },
          },
        },
      },
      responses: {
        200: {
          description:
            "Stored, but for what `partial_success` names. The reply has the request's media type.",
          content: {
            'application/x-protobuf': binary(reply),
            'application/json': { schema: exportReply },
          },
        },
        ...REFUSALS,
      },
    },
  };
}

const REFUSALS = {
  ...status('invalid_request', 'the body ends inside a span', 'The body cannot be decoded.'),
  ...status('unauthenticated', ERROR_EXAMPLES.unauthenticated.detail),
  ...status(
    'forbidden',
    "The API key 'ci' lacks the scope traces:write.",
    'The key may not send spans, or not to that project; or a browser of another site asks.',
  ),
  ...status(
    'too_large',
    'Request body is too large',
    'The body is too large, as sent or inflated.',
  ),
  ...status(
    'unsupported_media_type',
    "Content-Type must be application/x-protobuf or application/json, not 'text/plain'.",
    'The content type or encoding is not supported.',
  ),
  ...status(
    'rate_limited',
    "Rate limit exceeded: 100 trace ingestion requests per minute for the API key 'ci'. Try again in 1 s.",
  ),
  ...status(
    'unavailable',
    ERROR_EXAMPLES.unavailable.detail,
    'The span processing queue is full; try again after `Retry-After` seconds.',
  ),
  ...status('storage_full', ERROR_EXAMPLES.storage_full.detail),
};

export const ingestPaths = {
  '/v1/traces': exportPath(traces),
  '/v1/logs': exportPath(logs),
  '/health': health('/health', false),
  '/healthz': health('/healthz', true),
  '/ready': ready('/ready', false),
  '/readyz': ready('/readyz', true),
};
