import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { Root } from 'protobufjs';
import { OTLP_DESCRIPTOR } from '#core/otlp/otlp-descriptor.ts';
import type { TestSpan } from './otlp-messages.ts';
import type { SendTarget, Wire } from './otlp-sender.ts';

const EXPORT = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
const TIME = '1780000000000000007';
const root = Root.fromJSON(JSON.parse(JSON.stringify(OTLP_DESCRIPTOR)));
const asIs = (bytes: Buffer): Buffer => bytes;

/** A log record as these tests send it. */
export interface TestLog {
  readonly traceId: string;
  readonly spanId: string;
  readonly eventName: string;
  readonly text: string;
}

/** The reply as a sender sees it: `code` is google.rpc.Code over gRPC, the status over HTTP. */
export interface LogReply {
  readonly ok: boolean;
  readonly code: number;
  readonly message: string;
  readonly rejected: number;
}

/**
 * A GenAI event of a span, with the text in its body as OpenTelemetry's instrumentation of OpenAI's
 * client sends it.
 */
export function eventOf({ traceId, spanId }: TestSpan, text: string): TestLog {
  return { traceId, spanId, eventName: 'gen_ai.user.message', text };
}

export async function sendLogs(
  target: SendTarget,
  wire: Wire,
  logs: readonly TestLog[],
  headers: Readonly<Record<string, string>> = {},
): Promise<LogReply> {
  return await sendLogBody(target, wire, logBody(wire, logs), headers);
}

export function logBody(wire: Wire, logs: readonly TestLog[]): Buffer {
  const idOf = (hex: string): string | Buffer =>
    wire === 'http json' ? hex : Buffer.from(hex, 'hex');
  const logRecords = logs.map(({ traceId, spanId, eventName, text }) => ({
    timeUnixNano: TIME,
    traceId: idOf(traceId),
    spanId: idOf(spanId),
    eventName,
    body: { kvlistValue: { values: [{ key: 'content', value: { stringValue: text } }] } },
    attributes: [{ key: 'gen_ai.system', value: { stringValue: 'openai' } }],
  }));
  const request = { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
  if (wire === 'http json') return Buffer.from(JSON.stringify(request));
  const type = root.lookupType('ExportLogsServiceRequest');
  return Buffer.from(type.encode(type.fromObject(request)).finish());
}

export async function sendLogBody(
  target: SendTarget,
  wire: Wire,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<LogReply> {
  return wire === 'grpc'
    ? await sendGrpcLogs(target.grpcTarget, body, headers)
    : await sendHttpLogs(target.url, wire, body, headers);
}

async function sendHttpLogs(
  url: string,
  wire: Wire,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<LogReply> {
  const type = wire === 'http json' ? 'application/json' : 'application/x-protobuf';
  const reply = await fetch(`${url}/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: new Uint8Array(body),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (!reply.ok) return { ok: false, code: reply.status, message: bytes.toString(), rejected: 0 };
  if (wire === 'http protobuf') return readReply(bytes);
  const { partialSuccess } = JSON.parse(bytes.toString()) as {
    partialSuccess?: { rejectedLogRecords: string; errorMessage: string };
  };
  return {
    ok: true,
    code: 200,
    message: partialSuccess?.errorMessage ?? '',
    rejected: Number(partialSuccess?.rejectedLogRecords ?? 0),
  };
}

function sendGrpcLogs(
  target: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<LogReply> {
  const client = new Client(target, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  });
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      EXPORT,
      asIs,
      asIs,
      body,
      metadata,
      { deadline: Date.now() + 60_000 },
      (error, reply) => {
        client.close();
        resolve(
          error === null
            ? readReply(reply ?? Buffer.alloc(0))
            : { ok: false, code: error.code, message: error.details, rejected: 0 },
        );
      },
    );
  });
}

function readReply(bytes: Buffer): LogReply {
  const type = root.lookupType('ExportLogsServiceResponse');
  const { partialSuccess } = type.toObject(type.decode(bytes), { longs: Number }) as {
    partialSuccess?: { rejectedLogRecords?: number; errorMessage?: string };
  };
  return {
    ok: true,
    code: 0,
    message: partialSuccess?.errorMessage ?? '',
    rejected: partialSuccess?.rejectedLogRecords ?? 0,
  };
}

/** The texts of the events on a stored span; null when there is no such span. */
export async function eventTexts(
  url: string,
  { spanId }: Pick<TestSpan, 'spanId'>,
  headers: Readonly<Record<string, string>> = {},
) {
  const reply = await fetch(`${url}/v1/spans/${spanId}/otlp`, { headers });
  if (reply.status === 404) return null;
  const body = (await reply.json()) as {
    resourceSpans: { scopeSpans: { spans: { events?: SentEvent[] }[] }[] }[];
  }; // as: OTLP/JSON of one span
  const events = body.resourceSpans[0]?.scopeSpans[0]?.spans[0]?.events ?? [];
  return events.map(({ attributes }) => {
    const content =
      attributes.find(({ key }) => key === 'gen_ai.event.content')?.value.stringValue ?? '{}';
    return (JSON.parse(content) as { content?: string }).content;
  });
}

interface SentEvent {
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string };
  }[];
}
