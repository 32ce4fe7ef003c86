import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/api/app.ts';
import { listenError } from '#server/cli/start-error.ts';
import { Admission } from '#server/ingest/admission.ts';
import { CommitBroadcast } from '#server/ingest/commit-feed.ts';
import { createIngestMetrics } from '#server/ingest/ingest-metrics.ts';
import type { WriterStatus } from '#server/ingest/ingest-message.ts';
import { OtlpGrpc } from '#server/ingest/otlp-grpc.ts';
import { otlpHttp } from '#server/ingest/otlp-http.ts';
import { createSubmit } from '#server/ingest/submit.ts';
import { Health } from '#server/telemetry/health.ts';
import { healthRoutes } from '#server/telemetry/health-routes.ts';
import { httpMetrics } from '#server/telemetry/http-metrics.ts';
import type { Log } from '#server/telemetry/log.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { MetricsServer } from '#server/telemetry/metrics-server.ts';
import { CommandClient } from '#server/threads/command-client.ts';
import { typedReply } from '#server/threads/wire-codec.ts';
import { composeMeta } from './compose-jobs.ts';
import { listenHttp, serverAddresses } from './compose-listen.ts';
import type { ListeningPorts } from './compose-listen.ts';
import { startThreads, stopThreads } from './compose-threads.ts';
import type { StoreFiles } from './compose-threads.ts';
import type { Config } from './config.ts';
import { PRODUCT_VERSION } from './product-version.ts';

export interface TelltaleServer {
  readonly ports: ListeningPorts;
  /** Base addresses for people. */
  readonly addresses: readonly string[];
  /** Stops accepting, answers what is in flight, commits, closes the stores. */
  stop(): Promise<void>;
}

export interface ServerHooks {
  readonly log: Log;
  /** The server cannot go on: the process should end, and be started again. */
  readonly onFatal: (error: Error) => void;
}

const INGEST_DEADLINE_MS = 30_000;
const COMMAND_DEADLINE_MS = 60_000;

/** Puts the server together and starts it. The order of the lines is the order of the start; `stop` goes backwards. */
export async function startServer(config: Config, files: StoreFiles, hooks: ServerHooks): Promise<TelltaleServer> {
  const { log } = hooks;
  const startedAt = new Date();
  const health = new Health({ authentication: config.enableAuth });
  const metrics = createMetrics({ processMetrics: true });
  const ingestMetrics = createIngestMetrics(metrics);
  const spansCorrection = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const limits = { queueBytesMax: config.queueBytesMax, queueSpansMax: config.queueSpansMax };
  const admission = new Admission(limits, new Int32Array(spansCorrection), (reason) => ingestMetrics.refused(reason));
  const onWriterEvent = (event: unknown): void => admission.storeProblem(typedReply<WriterStatus>(event).problem);
  const threads = await startThreads(config, files, spansCorrection, { log, onWriterEvent, onFatal: hooks.onFatal });
  const commands = new CommandClient(threads.writer, COMMAND_DEADLINE_MS);
  const meta = await composeMeta({ meta: threads.meta, queries: threads.readers, commands, defaultRetentionDays: config.defaultRetentionDays, log });
  health.add(() => admission.problem);
  health.add(() => (threads.readers.running === 0 ? 'no reader thread is running' : null));
  metrics.gauge('telltale_ingest_queue_spans', 'Spans waiting to be written.', () => admission.queuedSpans);
  metrics.gauge('telltale_ingest_queue_bytes', 'Bytes of export requests held.', () => admission.queuedBytes);
  metrics.gauge('telltale_ready', '1 when ready, else 0.', () => (health.readiness().ready ? 1 : 0));

  const commits = new CommitBroadcast();
  const submit = createSubmit({ writer: threads.writer, admission, metrics: ingestMetrics, deadlineMs: INGEST_DEADLINE_MS, onCommit: (commit) => commits.publish(commit) });
  let ports: ListeningPorts = { http: config.port, grpc: null, metrics: null };
  const app: FastifyInstance = await buildApp({
    queries: threads.readers,
    commands,
    commits,
    meta: meta.db,
    server: () => ({
      name: 'Telltale', version: PRODUCT_VERSION, started_at: startedAt.toISOString().replace('Z', '+00:00'),
      http_port: ports.http, grpc_port: ports.grpc, addresses: [...serverAddresses(config, ports.http)], authentication: config.enableAuth,
    }),
    limits: { jsonBodyBytesMax: config.jsonBodyBytesMax, spansBodyBytesMax: config.spansBodyBytesMax, liveConnectionsMax: config.liveConnectionsMax },
    security: { loopbackOnly: isLoopback(config.host), allowedHosts: config.allowedHosts, allowedOrigins: [...config.allowedOrigins, ...config.trustedOrigins] },
    webRoot: findWebRoot(),
    plugins: [
      httpMetrics(metrics),
      healthRoutes(health),
      otlpHttp({ submit, admission, metrics: ingestMetrics, limits: { bodyBytesMax: config.bodyBytesMax, bytesPerSecondMin: config.bodyBytesPerSecondMin }, log }),
    ],
    logger: log,
  });
  const grpc = config.enableGrpc ? new OtlpGrpc({ submit, admission, metrics: ingestMetrics, host: config.host, port: config.grpcPort, messageBytesMax: config.bodyBytesMax, log }) : null;
  const metricsServer = config.enablePrometheus ? new MetricsServer(metrics) : null;

  const stop = async (): Promise<void> => {
    health.stopping();
    admission.stop();
    const cutOff = setTimeout(() => app.server.closeAllConnections(), config.shutdownGraceMs);
    await Promise.all([app.close(), grpc?.stop(config.shutdownGraceMs)]);
    clearTimeout(cutOff);
    await meta.stop();
    await stopThreads(threads);
    await metricsServer?.stop();
  };
  try {
    const http = await listenHttp(app, config);
    const grpcPort = await grpc?.listen().catch((error: unknown) => { throw listenError(error, 'OTLP over gRPC', config.host, config.grpcPort, 'SERVICE_GRPC_PORT'); });
    const metricsPort = await metricsServer?.listen(config.host, config.prometheusPort).catch((error: unknown) => { throw listenError(error, 'metrics', config.host, config.prometheusPort, 'SERVICE_PROMETHEUS_PORT'); });
    ports = { http, grpc: grpcPort ?? null, metrics: metricsPort ?? null };
  } catch (error) {
    await stop();
    throw error;
  }
  health.started();
  return { ports, addresses: serverAddresses(config, ports.http), stop };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** The built page, beside the sources or inside a packed build; null when it was not built. */
function findWebRoot(): string | null {
  const candidates = ['../../dist/web', '../web'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
  return candidates.find((folder) => existsSync(`${folder}/index.html`)) ?? null;
}
