import { randomBytes } from 'node:crypto';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { traceRequestFromJson } from '#core/otlp/json-codec.ts';
import { DEFAULT_SKIM_LIMITS } from '#core/otlp/skim-limits.ts';
import { frame } from '#server/ingest/wire/grpc-message.ts';
import { localRequest } from './local-request.ts';

const PROJECT = 'telltale-doctor';
const TIMEOUT_MS = 10_000;
const VISIBLE_MS = 1_000;
const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

interface Probe {
  readonly json: string;
  readonly spanId: string;
}

/**
 * Sends a span over HTTP and gRPC and reads it back, in a project of its own that is deleted at the
 * end.
 */
export async function probeWires(
  server: {
    readonly url: string;
    readonly grpc: string | null;
    readonly grpcTls?: boolean | undefined;
  },
  check: (name: string, run: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const { url, grpc, grpcTls = false } = server;
  await check('http protobuf', () =>
    roundTrip(url, (probe) => post(url, 'application/x-protobuf', protobuf(probe))),
  );
  await check('http json', () =>
    roundTrip(url, (probe) => post(url, 'application/json', Buffer.from(probe.json))),
  );
  if (grpc !== null)
    await check('grpc', () => roundTrip(url, (probe) => call(grpc, grpcTls, protobuf(probe))));
  await localRequest(`${url}/v1/projects/${PROJECT}`, { method: 'DELETE', timeoutMs: TIMEOUT_MS });
}

async function roundTrip(url: string, send: (probe: Probe) => Promise<void>): Promise<string> {
  const probe = createProbe();
  const sentAt = performance.now();
  await send(probe);
  const storedMs = performance.now() - sentAt;
  const deadline = performance.now() + VISIBLE_MS;
  for (;;) {
    const { status, text } = await localRequest(`${url}/v1/spans/${probe.spanId}`, {
      timeoutMs: TIMEOUT_MS,
    });
    if (status === 200 && text.includes(probe.spanId))
      return `stored in ${storedMs.toFixed(0)} ms, and read back`;
    if (performance.now() > deadline)
      throw new Error(
        `The span was acknowledged but cannot be read (${status}): ${text.slice(0, 200)}`,
      );
    await delay(20);
  }
}

function createProbe(): Probe {
  const spanId = randomBytes(8).toString('hex');
  const startTimeUnixNano = String(BigInt(Date.now()) * 1_000_000n);
  const span = {
    traceId: randomBytes(16).toString('hex'),
    spanId,
    name: 'doctor',
    startTimeUnixNano,
    endTimeUnixNano: startTimeUnixNano,
  };
  return { spanId, json: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }) };
}

function protobuf(probe: Probe): Buffer {
  return Buffer.from(traceRequestFromJson(probe.json, DEFAULT_SKIM_LIMITS));
}

async function post(url: string, contentType: string, body: Buffer): Promise<void> {
  const headers = { 'content-type': contentType, 'x-project-name': PROJECT };
  const { status, text } = await localRequest(`${url}/v1/traces`, {
    method: 'POST',
    headers,
    body,
    timeoutMs: TIMEOUT_MS,
  });
  if (status !== 200)
    throw new Error(`POST ${url}/v1/traces answered ${status}: ${text.slice(0, 200)}`);
}

/** gRPC's one unary call, as an exporter makes it. */
function call(target: string, tls: boolean, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    // As for the other wires, the certificate is not checked.
    const session = connect(`${tls ? 'https' : 'http'}://${target}`, { rejectUnauthorized: false });
    const fail = (reason: string): void => {
      session.destroy();
      reject(new Error(`Export to ${target} failed: ${reason}`));
    };
    session.setTimeout(TIMEOUT_MS, () => fail(`no reply within ${TIMEOUT_MS / 1000} s.`));
    session.on('error', (error: Error) => fail(error.message));
    const stream = session.request({
      ':method': 'POST',
      ':path': EXPORT,
      'content-type': 'application/grpc',
      te: 'trailers',
      'x-project-name': PROJECT,
    });
    stream.once('error', (error: Error) => fail(error.message));
    // A refused call has its status in the headers, an answered one in the trailers.
    const reply: IncomingHttpHeaders = {};
    stream.once('response', (headers: IncomingHttpHeaders) => Object.assign(reply, headers));
    stream.once('trailers', (trailers: IncomingHttpHeaders) => Object.assign(reply, trailers));
    stream.once('close', () => {
      if (reply['grpc-status'] !== '0') return fail(statusOf(reply));
      session.close();
      resolve();
    });
    stream.resume();
    stream.end(frame(body));
  });
}

function statusOf(reply: IncomingHttpHeaders): string {
  if (reply[':status'] === undefined) return 'the connection closed before a reply.';
  if (reply['grpc-status'] === undefined)
    return `HTTP ${String(reply[':status'])}, without a gRPC status.`;
  return `status ${String(reply['grpc-status'])}: ${decodeURIComponent(String(reply['grpc-message'] ?? ''))}`;
}
