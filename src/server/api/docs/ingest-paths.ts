import { ErrorBody } from '#contracts/http-error.ts';
import { Liveness, ReadinessReply } from '#contracts/server-info.ts';

/** Documents the routes that other parts of the server add to this interface: OTLP over HTTP, and health. */

const status = (description: string) => ({
  description,
  content: {
    'application/x-protobuf': { schema: { type: 'string', format: 'binary', description: 'google.rpc.Status' } },
    'application/json': {
      schema: {
        title: 'RpcStatus',
        type: 'object',
        required: ['message'],
        properties: {
          code: { type: 'integer', description: 'Number of google.rpc.Code.', examples: [3] },
          message: { type: 'string', description: 'What went wrong.', examples: ['the body ends inside a span'] },
        },
      },
    },
  },
});
const refused = (description: string) => ({ description, content: { 'application/json': { schema: ErrorBody } } });

const exportReply = {
  title: 'ExportTraceServiceResponse',
  type: 'object',
  properties: {
    partialSuccess: {
      title: 'ExportTracePartialSuccess',
      type: 'object',
      description: 'Absent when everything was stored.',
      properties: {
        rejectedSpans: { type: ['string', 'integer'], description: 'Spans that were refused.', examples: ['1'] },
        errorMessage: {
          type: 'string',
          description: 'Which spans, which fields, and why.',
          examples: ['span 3 (5fb0c4e8a1b2c3d4): trace_id has 8 bytes, not 16'],
        },
      },
    },
  },
};

const encoding = {
  name: 'content-encoding',
  in: 'header',
  required: false,
  description: 'gzip, deflate, zstd or identity.',
  schema: { type: 'string', examples: ['gzip'] },
};
const project = {
  name: 'x-project-name',
  in: 'header',
  required: false,
  description: 'Project of all spans; wins over the resource attribute `openinference.project.name`.',
  schema: { type: 'string', examples: ['default'] },
};

const health = (path: string, alias: boolean) => ({
  get: {
    operationId: `liveness${alias ? 'Alias' : ''}`,
    tags: ['server'],
    summary: alias ? 'Liveness, other spelling' : 'Liveness',
    description: `\`${path}\` answers as long as the process serves requests; it never touches the database.`,
    responses: {
      200: {
        description: 'Alive.',
        content: alias ? { 'text/plain': { schema: { type: 'string', examples: ['OK'] } } } : { 'application/json': { schema: Liveness } },
      },
    },
  },
});
const ready = (path: string, alias: boolean) => ({
  get: {
    operationId: `readiness${alias ? 'Alias' : ''}`,
    tags: ['server'],
    summary: alias ? 'Readiness, other spelling' : 'Readiness',
    description: `\`${path}\` says whether the server takes and serves data, and if not, why.`,
    responses: {
      200: { description: 'Ready.', content: { 'application/json': { schema: ReadinessReply } } },
      503: { description: 'Not ready; `reasons` says why.', content: { 'application/json': { schema: ReadinessReply } } },
    },
  },
});

export const ingestPaths = {
  '/v1/traces': {
    post: {
      operationId: 'exportTraces',
      tags: ['ingest'],
      summary: 'Receive spans (OTLP over HTTP)',
      description:
        'Takes an OTLP ExportTraceServiceRequest as protobuf or JSON. A 200 means that the spans are on disk and visible. A span that cannot be stored is refused alone and named in `partial_success`; a span that was stored before changes nothing.',
      parameters: [encoding, project],
      requestBody: {
        required: true,
        content: {
          'application/x-protobuf': { schema: { type: 'string', format: 'binary', description: 'ExportTraceServiceRequest' } },
          'application/json': {
            schema: {
              title: 'ExportTraceServiceRequest',
              type: 'object',
              description: "OTLP's JSON mapping: lowerCamelCase, ids in hex, enumerations as numbers.",
              properties: { resourceSpans: { type: 'array', items: { type: 'object' }, description: 'Spans by resource and scope.' } },
            },
            example: {
              resourceSpans: [
                {
                  resource: { attributes: [{ key: 'openinference.project.name', value: { stringValue: 'default' } }] },
                  scopeSpans: [
                    {
                      spans: [
                        {
                          traceId: '0af7651916cd43dd8448eb211c80319c',
                          spanId: '5fb0c4e8a1b2c3d4',
                          name: 'hello',
                          startTimeUnixNano: '1795198560000000000',
                          endTimeUnixNano: '1795198561000000000',
                        },
                      ],
                    },
                  ],
                },
              ],
            },
          },
        },
      },
      responses: {
        200: {
          description: "Stored, but for what `partial_success` names. The reply has the request's media type.",
          content: {
            'application/x-protobuf': { schema: { type: 'string', format: 'binary', description: 'ExportTraceServiceResponse' } },
            'application/json': { schema: exportReply },
          },
        },
        400: status('The body cannot be decoded.'),
        403: refused('A browser of another site may not send spans.'),
        413: status('The body is too large, as sent or inflated.'),
        415: status('The content type or encoding is not supported.'),
        503: status('The span processing queue is full, or the disk is; try again after `Retry-After` seconds.'),
        507: status('The disk is full.'),
      },
    },
  },
  '/health': health('/health', false),
  '/healthz': health('/healthz', true),
  '/ready': ready('/ready', false),
  '/readyz': ready('/readyz', true),
};
